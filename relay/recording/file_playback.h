#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>

#include "relay/core/bundle.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

/// The next item of a file: PDUs of one datagram, or a record of another kind. Ownership: borrows its bytes.
struct PlayedMessage {
    std::uint64_t time_ns = 0;  ///< since the beginning; never decreases
    std::span<const std::byte> bytes = {};
    RecordKind kind = RecordKind::Dis;  ///< never a kind that a relay makes itself (Gone, Control)
    std::uint8_t flags = 0;             ///< record_local, record_without_height
    std::uint64_t sender = 0;           ///< number of the sender's address and port; 0: unknown
    std::uint64_t recorded_ns = 0;      ///< time of arrival, ns since 1970
};

/// The messages of one file, in order of time. Threads: one.
class PlayedFile {
public:
    virtual ~PlayedFile() = default;
    /// The next message, valid until the next call; nullopt at the end. Throws std::runtime_error for a
    /// damaged file, or one that cannot be read.
    [[nodiscard]] virtual std::optional<PlayedMessage> next() = 0;
    /// Restarts with the first message.
    virtual void rewind() = 0;
};

/// A recording from `from_seconds` after its first bundle on: first the state of each entity at that time.
/// Throws as EntityRecording.
[[nodiscard]] std::unique_ptr<PlayedFile> open_recording(const std::filesystem::path& file,
                                                         double from_seconds);
/// The UDP datagrams of a capture to an address and a port (0: any), from `from_seconds` after the first such
/// datagram on. Throws as PcapReader.
[[nodiscard]] std::unique_ptr<PlayedFile> open_capture(const std::filesystem::path& file, double from_seconds,
                                                       const Endpoint& to);
/// Format of a file, by its beginning. Throws std::runtime_error for another format.
[[nodiscard]] FileSpec::Format format_of(const std::filesystem::path& file);

/// Throws std::runtime_error when playing would begin beyond the end of a file of this span.
void expect_before_end(const std::filesystem::path& file, double from_seconds, double span_seconds);

/// Pause between the last message of a file and the first when it restarts.
inline constexpr std::chrono::milliseconds pause_between_rounds{100};

/// The messages of a file at the wanted speed, repeatedly if it loops. Threads: one.
class FilePlayback {
public:
    /// Throws std::runtime_error when the file cannot be read, or has another format.
    explicit FilePlayback(const FileSpec& spec);

    /// The next message, like PlayedFile::next(); times count from the beginning of playing.
    [[nodiscard]] std::optional<PlayedMessage> next();

private:
    std::unique_ptr<PlayedFile> file_;
    double speed_;
    bool loops_;
    bool is_empty_ = true;  ///< no message came in this round
    std::uint64_t round_ns_ = 0, last_ns_ = 0;
};

/// Calls take(const PlayedMessage&) with each message at its time, and flush() before each pause and at the
/// end. Messages may be late by the length of the shortest pause, so that they come in small batches.
/// Returns at the end of the file, at most_ns, or when stopped. Exceptions of the callbacks end it, too.
template <class Take, class Flush>
void play(FilePlayback& playback, const std::stop_token& stop, std::uint64_t most_ns, Take&& take,
          Flush&& flush)
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds least_pause{500};
    std::mutex mutex;
    std::condition_variable_any stopped;
    const Clock::time_point begun = Clock::now();
    while (!stop.stop_requested()) {
        const auto message = playback.next();
        if (!message || message->time_ns > most_ns) break;
        const Clock::time_point due = begun + std::chrono::nanoseconds(message->time_ns), now = Clock::now();
        if (due > now) {
            flush();
            std::unique_lock lock(mutex);
            stopped.wait_until(lock, stop, std::max(due, now + least_pause), [] { return false; });
            if (stop.stop_requested()) return;
        }
        take(*message);
    }
    flush();
}

}  // namespace farfield::net::relay

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

#include "net/relay/bundle.h"
#include "net/relay/sockets/input_spec.h"

namespace farfield::net::relay {

/// What a file has next: PDUs of one datagram, or a record of another kind. Ownership: borrows its bytes.
struct PlayedMessage {
    std::uint64_t time_ns = 0;  ///< since the beginning; does not go back
    std::span<const std::byte> bytes = {};
    RecordKind kind = RecordKind::Dis;  ///< none that a relay makes itself (Gone, Control)
    std::uint8_t flags = 0;             ///< record_local, record_without_height
    std::uint64_t sender = 0;           ///< number of the address and port that it came from; 0: unknown
    std::uint64_t recorded_ns = 0;      ///< when it came, ns since 1970
};

/// The messages of one file in order of time. Threads: one.
class PlayedFile {
public:
    virtual ~PlayedFile() = default;
    /// The next message, which holds until the next call; nothing at the end. Throws std::runtime_error for a
    /// file that is damaged, or cannot be read.
    [[nodiscard]] virtual std::optional<PlayedMessage> next() = 0;
    /// Begins again.
    virtual void rewind() = 0;
};

/// A recording from `from_seconds` after its first bundle on: first each entity as it was then. Throws as
/// EntityRecording.
[[nodiscard]] std::unique_ptr<PlayedFile> open_recording(const std::filesystem::path& file,
                                                         double from_seconds);
/// The UDP datagrams of a capture that were sent to an address and a port (0: any) from `from_seconds` after
/// the first one of these on. Throws as PcapReader.
[[nodiscard]] std::unique_ptr<PlayedFile> open_capture(const std::filesystem::path& file, double from_seconds,
                                                       const Endpoint& to);
/// What a file is, by its beginning. Throws std::runtime_error where it is neither.
[[nodiscard]] FileSpec::Format format_of(const std::filesystem::path& file);

/// Throws std::runtime_error where a file of this span is to be played from beyond its end.
void expect_before_end(const std::filesystem::path& file, double from_seconds, double span_seconds);

/// Between the last message of a file and the first when it begins again.
inline constexpr std::chrono::milliseconds pause_between_rounds{100};

/// The messages of a file at the speed that is wanted, again and again where it loops. Threads: one.
class Playback {
public:
    /// Throws std::runtime_error where the file cannot be read, or is none of its format.
    explicit Playback(const FileSpec& spec);

    /// As PlayedFile::next(); times count from the beginning of the playing.
    [[nodiscard]] std::optional<PlayedMessage> next();

private:
    std::unique_ptr<PlayedFile> file_;
    double speed_;
    bool loops_;
    bool is_empty_ = true;  ///< nothing came in this round
    std::uint64_t round_ns_ = 0, last_ns_ = 0;
};

/// Calls take(const PlayedMessage&) with each message at its time, and flush() before each pause and at the
/// end. Messages may be late by the time that a pause lasts at least, so that they come in small batches.
/// Returns when the file has ended, at most_ns, or when it is stopped. What these throw ends it, too.
template <class Take, class Flush>
void play(Playback& playback, const std::stop_token& stop, std::uint64_t most_ns, Take&& take, Flush&& flush)
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

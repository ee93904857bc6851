#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "relay/recording/entity_recording_writer.h"

namespace farfield::net::relay {

/// Bytes of bundles that wait for the disk, at most.
inline constexpr std::size_t max_recorder_bytes = 64U << 20U;

/// Counters of a recorder: messages = recorded + lost + waiting.
struct RecorderStats {
    std::uint64_t messages = 0;  ///< messages given to it
    std::uint64_t recorded = 0;
    std::uint64_t lost = 0;  ///< lost because the disk was too slow, or full
    std::uint64_t waiting = 0;
    std::uint64_t bundles = 0;  ///< bundles recorded
    std::uint64_t bytes = 0;    ///< size of the file
    std::uint64_t entities = 0;
    std::string failure = {};  ///< reason of the last failed write
};

/// Records on a thread of its own. Bundles wait in a bounded queue; when it is full, because the disk is too
/// slow, a bundle counts as lost, and so does one that cannot be written. Threads: any.
class BundleRecorder {
public:
    /// failed: called on the recorder's thread when writing fails, once until it works again. Throws
    /// std::runtime_error when the file cannot be made.
    BundleRecorder(const std::filesystem::path& file, RecordedRelay relay,
                   std::function<void(const std::string&)> failed,
                   std::size_t most_bytes = max_recorder_bytes);
    ~BundleRecorder();  ///< finishes like finish()
    BundleRecorder(const BundleRecorder&) = delete;
    BundleRecorder& operator=(const BundleRecorder&) = delete;

    /// Copies the payload of an EntityBundle; never waits for the disk.
    void push(std::span<const std::byte> payload);
    /// Writes the waiting bundles and the footer, and closes the file. Later bundles are not recorded.
    void finish();
    [[nodiscard]] RecorderStats stats() const;

private:
    struct Waiting {
        std::vector<std::byte> payload;
        std::uint64_t messages = 0;
    };

    void run();
    void write(const Waiting& bundle, std::uint64_t lost_before);
    void end_file();
    void note_failure(const std::string& why);
    void update_stats();

    const std::function<void(const std::string&)> failed_;
    const std::size_t most_bytes_;
    EntityRecordingWriter writer_;  ///< used by the thread only
    bool has_failed_ = false;       ///< used by the thread only: state of the last write

    mutable std::mutex mutex_;  ///< guards all members below
    std::condition_variable has_news_;
    std::deque<Waiting> queue_;
    std::size_t queued_bytes_ = 0;
    std::uint64_t lost_in_queue_ = 0;  ///< not yet counted by writer_
    bool is_finishing_ = false;
    RecorderStats stats_;
    std::thread thread_;
};

}  // namespace farfield::net::relay

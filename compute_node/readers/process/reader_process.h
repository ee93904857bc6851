#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/readers/process/descriptor.h"
#include "compute_node/readers/process/packets.h"
#include "compute_node/readers/process/reader_settings.h"
#include "compute_node/readers/process/reading_outcome.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <string>

#include <sys/types.h>

namespace farfield::compute {

/// The error of a process that had ended before it was asked for anything.
class ReaderEnded : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A process that reads files for this one, and is ended with this object.
/// Threads: one at a time, but for end().
class ReaderProcess {
public:
    /// Returns before the process is ready. Throws std::system_error when it cannot be started.
    explicit ReaderProcess(const ReaderSettings& settings);
    ~ReaderProcess();
    ReaderProcess(const ReaderProcess&) = delete;
    ReaderProcess& operator=(const ReaderProcess&) = delete;

    /// Reads in the process. most_bytes: of memory, at most settings.max_bytes. cancel: ends the process.
    /// Throws ReaderEnded when the process is gone already, and std::runtime_error when the files cannot be
    /// read, or the process ended, could not be confined, took longer than max_time, took more memory than it
    /// may, or gave an impossible answer. The process is useless then.
    [[nodiscard]] ReadAnswer read(const ReadRequest& request, std::uint64_t most_bytes,
                                  const std::stop_token& cancel);

    /// Ends the process at once: a read() that is running in another thread throws.
    void end();

private:
    using Clock = std::chrono::steady_clock;
    struct Reading {
        ReadingOutcome outcome;
        ReadAnswer answer;
    };

    void check_alive(const ReadRequest& request) const;
    /// Reports progress, 0 to 1, to the work of this thread.
    void report(double part) const;
    void report_bytes() const;
    void wait_until_ready(Clock::time_point deadline);
    void limit_memory(std::uint64_t most_bytes) const;
    [[nodiscard]] Reading ask(const ReadRequest& request, std::uint64_t most_bytes,
                              Clock::time_point deadline);
    [[nodiscard]] Packet next_packet(Clock::time_point deadline);
    [[nodiscard]] std::string how_it_ended();
    void reap();

    const ReaderSettings& settings_;
    Descriptor socket_;
    Descriptor process_;  ///< a pidfd
    pid_t id_ = -1;
    int status_ = 0;  ///< from waitpid(), once the process has ended
    bool reaped_ = false;
    bool ready_ = false;               ///< the process said that it is ready
    std::uint64_t bytes_before_ = 0;   ///< bytes it had read when it was asked
    bool has_parts_ = false;           ///< it reports its own progress
    std::atomic<bool> ended_ = false;  ///< set by end(), before the process is gone
};

}  // namespace farfield::compute

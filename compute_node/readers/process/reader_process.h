#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/readers/process/descriptor.h"
#include "compute_node/readers/process/reader_settings.h"

#include <string>

#include <sys/types.h>

namespace farfield::compute {

/// A process that reads files for this one, and is ended with this object.
/// Threads: one at a time, but for end().
class ReaderProcess {
public:
    /// Returns before the process is ready. Throws std::system_error when it cannot be started.
    explicit ReaderProcess(const ReaderSettings& settings);
    ~ReaderProcess();
    ReaderProcess(const ReaderProcess&) = delete;
    ReaderProcess& operator=(const ReaderProcess&) = delete;

    /// Throws std::runtime_error when the files cannot be read, or the process ended, took longer than
    /// max_time, took more memory than it may, or answered what cannot be. It is of no further use then.
    [[nodiscard]] ReadAnswer read(const ReadRequest& request);

    /// Ends the process at once: a read() that goes on in another thread throws.
    void end() const;

private:
    [[nodiscard]] bool wait_for_answer() const;
    [[nodiscard]] std::string how_it_ended();
    void reap();

    const ReaderSettings& settings_;
    Descriptor socket_;
    Descriptor process_;  ///< a pidfd
    pid_t id_ = -1;
    int status_ = 0;  ///< as waitpid() gives it, once it has ended
    bool reaped_ = false;
};

}  // namespace farfield::compute

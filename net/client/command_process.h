#pragma once

#include <string>
#include <sys/types.h>

namespace farfield::net {

/// A command that the shell runs in a process group of its own, with pipes to its standard input, output and
/// error. Threads: one.
class CommandProcess {
public:
    /// Our ends of the pipes; their owner closes them.
    struct Pipes {
        int input = -1, output = -1, errors = -1;
    };

    /// Throws std::runtime_error where the system has no process or descriptors left.
    explicit CommandProcess(const std::string& command);
    /// Its input must have been closed: it has three seconds to end, then it and its group are ended.
    ~CommandProcess();
    CommandProcess(const CommandProcess&) = delete;
    CommandProcess& operator=(const CommandProcess&) = delete;

    [[nodiscard]] const Pipes& pipes() const noexcept { return pipes_; }
    /// "ended with exit status 127"; where it does not end within 500 ms: "closed its output".
    [[nodiscard]] std::string ending();

private:
    [[nodiscard]] bool has_ended_within(int milliseconds);

    pid_t process_ = -1;
    bool has_ended_ = false;
    bool is_signalled_ = false;  ///< status_ is the signal
    int status_ = 0;
    Pipes pipes_;
};

}  // namespace farfield::net

#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace farfield::net {

/// A program that runs in a session of its own, so that it cannot wait for a terminal, with pipes to its
/// standard input, output and error. Threads: one.
class CommandProcess {
public:
    /// This program's ends of the pipes; the caller closes them.
    struct Pipes {
        int input = -1, output = -1, errors = -1;
    };

    /// words: the program, which is searched for in PATH, and its arguments. Throws std::runtime_error when
    /// it cannot be started, or the system has no process or descriptors left.
    explicit CommandProcess(std::vector<std::string> words);
    /// The program's input must have been closed: it gets three seconds to end, then its group is killed.
    ~CommandProcess();
    CommandProcess(const CommandProcess&) = delete;
    CommandProcess& operator=(const CommandProcess&) = delete;

    [[nodiscard]] const Pipes& pipes() const noexcept { return pipes_; }
    /// Text of the end, "ended with exit status 127"; if it lasts more than 500 ms: "closed its output".
    [[nodiscard]] std::string ending();
    /// Waits for the program's end: its exit status, or minus the signal that ended it.
    [[nodiscard]] int wait();

private:
    [[nodiscard]] bool has_ended_within(int milliseconds);

    pid_t process_ = -1;
    bool has_ended_ = false;
    bool is_signalled_ = false;  ///< status_ is a signal
    int status_ = 0;
    Pipes pipes_;
};

}  // namespace farfield::net

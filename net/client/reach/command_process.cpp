#include "net/client/reach/command_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace farfield::net {

namespace {

constexpr int end_patience_ms = 3'000, word_patience_ms = 500;
/// Wanted size of the output pipe: the default 64 KiB hold no whole Part. The system may give less.
constexpr int output_pipe_bytes = 1 << 20;

/// A pipe with both ends, closed by the destructor except for one that is taken.
class Pipe {
public:
    Pipe()
    {
        if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
            throw std::runtime_error("no pipe: " + std::system_category().message(errno));
    }
    ~Pipe()
    {
        for (const int end : ends_)
            if (end >= 0) ::close(end);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] int reading() const { return ends_[0]; }
    [[nodiscard]] int writing() const { return ends_[1]; }
    [[nodiscard]] int take_reading() { return std::exchange(ends_[0], -1); }
    [[nodiscard]] int take_writing() { return std::exchange(ends_[1], -1); }

private:
    std::array<int, 2> ends_{-1, -1};
};

/// Start settings of the process: descriptors, group, and signals as in a new shell. This program handles
/// Ctrl-C for it.
class Beginning {
public:
    Beginning(const Pipe& input, const Pipe& output, const Pipe& errors)
    {
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawn_file_actions_adddup2(&files, input.reading(), STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&files, output.writing(), STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&files, errors.writing(), STDERR_FILENO);
        ::posix_spawnattr_init(&attributes);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes, &signals);
        for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ}) ::sigaddset(&signals, signal);
        ::posix_spawnattr_setsigdefault(&attributes, &signals);
        ::posix_spawnattr_setflags(&attributes,
                                   POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Beginning()
    {
        ::posix_spawn_file_actions_destroy(&files);
        ::posix_spawnattr_destroy(&attributes);
    }
    Beginning(const Beginning&) = delete;
    Beginning& operator=(const Beginning&) = delete;

    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};
};

}  // namespace

CommandProcess::CommandProcess(std::vector<std::string> words)
{
    Pipe input, output, errors;
    (void)::fcntl(output.reading(), F_SETPIPE_SZ, output_pipe_bytes);
    const Beginning beginning(input, output, errors);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = ::posix_spawnp(&process_, arguments.front(), &beginning.files, &beginning.attributes,
                                     arguments.data(), environ);
    if (error != 0)
        throw std::runtime_error("cannot start " + words.front() + ": " +
                                 std::system_category().message(error));
    pipes_ = {
        .input = input.take_writing(), .output = output.take_reading(), .errors = errors.take_reading()};
}

CommandProcess::~CommandProcess()
{
    if (!has_ended_within(end_patience_ms)) {
        ::kill(-process_, SIGTERM);
        if (!has_ended_within(end_patience_ms)) ::kill(-process_, SIGKILL);
        (void)has_ended_within(-1);
    }
    ::kill(-process_, SIGTERM);  // children that the process left; its number is still reserved
    ::waitpid(process_, nullptr, 0);
}

bool CommandProcess::has_ended_within(int milliseconds)
{
    if (has_ended_) return true;
    // A raw system call, because pidfd_open() of glibc 2.36 cannot be linked from C++.
    const int watched = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0));
    pollfd end{.fd = watched, .events = POLLIN, .revents = 0};
    if (watched >= 0) {
        (void)::poll(&end, 1, milliseconds);
        ::close(watched);
    }
    siginfo_t info{};
    has_ended_ = ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                 info.si_pid == process_;
    if (has_ended_) {
        is_signalled_ = info.si_code != CLD_EXITED;
        status_ = info.si_status;
    }
    return has_ended_;
}

int CommandProcess::wait()
{
    if (!has_ended_within(end_patience_ms)) return -SIGKILL;  // the destructor sends this signal
    return is_signalled_ ? -status_ : status_;
}

std::string CommandProcess::ending()
{
    if (!has_ended_within(word_patience_ms)) return "closed its output";
    return (is_signalled_ ? "was ended by signal " : "ended with exit status ") + std::to_string(status_);
}

}  // namespace farfield::net

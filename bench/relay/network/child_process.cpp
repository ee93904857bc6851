#include "bench/relay/network/child_process.h"

#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "model/fields/json_fields.h"

namespace farfield::net::relay {
namespace {

constexpr unsigned longest_life_seconds = 120;

[[noreturn]] void fail(const char* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

void pin(int core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    if (::sched_setaffinity(0, sizeof cores, &cores) != 0) fail("sched_setaffinity");
}

[[noreturn]] void live(std::optional<int> core, const ChildWork& work, Channel channel)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_TIMERSLACK, 1UL);  // sleeps end on time
    ::alarm(longest_life_seconds);
    int code = 0;
    try {
        if (core) pin(*core);
        work(channel);
    } catch (const std::exception& error) {
        code = 1;
        try {
            channel.send({{"error", error.what()}});
        } catch (const std::exception&) {
            code = 2;  // the parent has ended
        }
    }
    std::fflush(stdout);
    ::_exit(code);
}

}  // namespace

void Channel::send(const Json& document)
{
    const std::string line = document.dump() + "\n";
    for (std::size_t sent = 0; sent < line.size();) {
        const auto done = ::send(fd_.get(), line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (done < 0 && errno != EINTR)
            throw std::runtime_error("bench: a process has ended before its time");
        if (done > 0) sent += static_cast<std::size_t>(done);
    }
}

Json Channel::receive(std::chrono::seconds at_most)
{
    const auto end = std::chrono::steady_clock::now() + at_most;
    while (read_.find('\n') == std::string::npos) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd readable{.fd = fd_.get(), .events = POLLIN, .revents = 0};
        const int ready = left.count() > 0 ? ::poll(&readable, 1, static_cast<int>(left.count())) : 0;
        if (ready == 0) throw std::runtime_error("bench: a process says nothing");
        std::array<char, 4096> part{};
        const auto got = ::read(fd_.get(), part.data(), part.size());
        if (got == 0) throw std::runtime_error("bench: a process has ended before its time");
        if (got > 0) read_.append(part.data(), static_cast<std::size_t>(got));
    }
    const std::size_t line = read_.find('\n');
    Json document = Json::parse(read_.substr(0, line));
    read_.erase(0, line + 1);
    return document;
}

ChildProcess::ChildProcess(std::optional<int> core, const ChildWork& work)
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
    FileDescriptor ours{ends[0]}, theirs{ends[1]};
    std::fflush(stdout);
    process_ = ::fork();
    if (process_ < 0) fail("fork");
    if (process_ == 0) {
        ours = FileDescriptor{};
        live(core, work, Channel{std::move(theirs)});
    }
    channel_.emplace(std::move(ours));
}

ChildProcess::~ChildProcess()
{
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

Json ChildProcess::receive()
{
    Json document = channel_->receive();
    if (const std::string error = model::text_or(document, "error", ""); !error.empty())
        throw std::runtime_error(error);
    return document;
}

double ChildProcess::cpu_seconds() const
{
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(process_, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        throw std::runtime_error("bench: a process has no CPU clock");
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void ChildProcess::freeze(bool is_frozen) const
{
    ::kill(process_, is_frozen ? SIGSTOP : SIGCONT);
}

const std::vector<int>& usable_cores()
{
    static const std::vector<int> cores = [] {
        cpu_set_t set;
        CPU_ZERO(&set);
        std::vector<int> found;
        if (::sched_getaffinity(0, sizeof set, &set) == 0)
            for (int core = 0; core < CPU_SETSIZE; ++core)
                if (CPU_ISSET(core, &set)) found.push_back(core);
        if (found.empty()) found.push_back(0);
        return found;
    }();
    return cores;
}

}  // namespace farfield::net::relay

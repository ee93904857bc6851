#include "app/own_node/own_node.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "net/message/printable.h"
#include "net/service/token.h"

namespace farfield::app {

/// Owns a descriptor.
class OwnNode::File {
public:
    explicit File(int descriptor) : descriptor_{descriptor}
    {
        if (descriptor < 0)
            throw std::runtime_error("cannot start a node: " + std::system_category().message(errno));
    }
    ~File() { ::close(descriptor_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    [[nodiscard]] int get() const { return descriptor_; }

private:
    int descriptor_;
};

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto start_patience = 20s;
constexpr int end_patience_ms = 3'000;
constexpr std::size_t token_bytes = 16, longest_ready_line = 512, longest_words = 400;

/// The node beside this program, else the first on the PATH.
std::string node_program()
{
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto beside = self.parent_path() / "farfield-node";
    return ::access(beside.c_str(), X_OK) == 0 ? beside.string() : "farfield-node";
}

/// Runs in the new process, before exec. Calls only functions that are safe after a multithreaded fork.
[[noreturn]] void become_node(char* const* arguments, int input, int output, int log, pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);
    ::setpgid(0, 0);  // only this program reacts to Ctrl-C
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    ::execvp(arguments[0], arguments);
    constexpr std::string_view words =
        "farfield-node: there is no such program beside farfield or on the PATH\n";
    (void)!::write(STDERR_FILENO, words.data(), words.size());
    ::_exit(127);
}

/// Reads a line. It is incomplete where the other side closed, or the time was over.
std::string read_line(int from)
{
    std::string line;
    const auto deadline = Clock::now() + start_patience;
    while (line.size() < longest_ready_line && !line.ends_with('\n')) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        pollfd readable{.fd = from, .events = POLLIN, .revents = 0};
        if (left <= 0ms) break;
        const int ready = ::poll(&readable, 1, static_cast<int>(left.count()));
        if (ready < 0 && errno == EINTR) continue;
        char next = 0;
        if (ready <= 0 || ::read(from, &next, 1) != 1) break;
        line += next;
    }
    return line;
}

/// Port in a ready line; 0: another line.
std::uint16_t port_in(const std::string& line)
{
    unsigned port = 0;
    const bool is_ready =
        std::sscanf(line.c_str(), "farfield-node ready host=127.0.0.1 port=%u", &port) == 1;  // NOLINT
    return is_ready && port <= 0xFFFF ? static_cast<std::uint16_t>(port) : std::uint16_t{0};
}

}  // namespace

OwnNode::OwnNode(const std::vector<std::filesystem::path>& data_folders)
    : token_{net::random_hex(token_bytes)},
      log_{std::make_unique<File>(::memfd_create("farfield-node log", MFD_CLOEXEC))}
{
    const File token{::memfd_create("farfield-node token", 0)};
    ::fchmod(token.get(), S_IRUSR);
    if (::write(token.get(), token_.data(), token_.size()) != static_cast<ssize_t>(token_.size()))
        throw std::runtime_error("cannot start a node: no memory for its token");
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) (void)File{-1};
    const File ours{ends[0]};
    auto theirs = std::make_unique<const File>(ends[1]);
    const File nothing{::open("/dev/null", O_RDONLY | O_CLOEXEC)};

    std::vector<std::string> words{
        node_program(), "serve", "--port", "0", "--token-file", fmt::format("/proc/self/fd/{}", token.get())};
    for (const auto& folder : data_folders) {
        words.emplace_back("--data");
        words.push_back(folder.string());
    }
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t self = ::getpid();
    process_ = ::fork();
    if (process_ < 0) (void)File{-1};
    if (process_ == 0) become_node(arguments.data(), nothing.get(), theirs->get(), log_->get(), self);
    theirs.reset();
    port_ = port_in(read_line(ours.get()));
    if (port_ == 0) fail(fmt::format("it was not ready within {} s", start_patience.count()));
}

OwnNode::~OwnNode()
{
    end();
}

void OwnNode::end() noexcept
{
    if (process_ <= 0) return;
    ::kill(process_, SIGTERM);
    // By number, since pidfd_open() of glibc 2.36 cannot be linked from C++.
    const int ended = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0));
    pollfd end{.fd = ended, .events = POLLIN, .revents = 0};
    if (ended < 0 || ::poll(&end, 1, end_patience_ms) <= 0) ::kill(process_, SIGKILL);
    if (ended >= 0) ::close(ended);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
}

void OwnNode::fail(const std::string& otherwise)
{
    end();
    const std::string words = last_words();
    throw std::runtime_error("cannot start a node for these files: " + (words.empty() ? otherwise : words));
}

/// The last line of its log.
std::string OwnNode::last_words() const
{
    constexpr ::off_t longest = 4096;
    struct stat status {};
    ::fstat(log_->get(), &status);
    const ::off_t from = std::max<::off_t>(status.st_size - longest, 0);
    std::string text(static_cast<std::size_t>(status.st_size - from), '\0');
    const ssize_t got = ::pread(log_->get(), text.data(), text.size(), from);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    while (text.ends_with('\n')) text.pop_back();
    text.erase(0, text.rfind('\n') + 1);
    constexpr std::string_view speaker = "farfield-node: ";
    if (text.starts_with(speaker)) text.erase(0, speaker.size());
    return net::printable(text, longest_words);
}

std::chrono::nanoseconds OwnNode::processor_time() const
{
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(process_, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        throw std::runtime_error("the node of this program has ended");
    return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

net::ClientSettings OwnNode::client_settings() const
{
    net::ClientSettings settings;
    settings.client_name = "farfield " FARFIELD_VERSION;
    settings.host = "127.0.0.1";
    settings.port = port_;
    settings.token = token_;
    return settings;
}

}  // namespace farfield::app

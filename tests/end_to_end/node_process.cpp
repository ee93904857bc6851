#include "tests/end_to_end/node_process.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace farfield::test {
namespace {

/// Standard output into the pipe's end, standard error into a file.
pid_t spawn(std::vector<std::string> arguments, int out, const std::string& error_file)
{
    arguments.insert(arguments.begin(), FARFIELD_NODE_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, error_file.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t pid = -1;
    const int failure = ::posix_spawn(&pid, argv.front(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) throw std::runtime_error("cannot start " + arguments.front());
    return pid;
}

}  // namespace

NodeProcess::NodeProcess(std::vector<std::string> arguments, Quiet)
{
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    out_ = pipe[0];
    pid_ = spawn(std::move(arguments), pipe[1], folder_.file("stderr"));
    ::close(pipe[1]);
}

NodeProcess::NodeProcess(std::vector<std::string> arguments) : NodeProcess(std::move(arguments), Quiet{})
{
    ready_line_ = read_line();
    const auto at = ready_line_.find(" port=");
    if (at == std::string::npos)
        throw std::runtime_error("the node did not become ready: " + ready_line_ +
                                 read_text(folder_ / "stderr"));
    port_ = static_cast<std::uint16_t>(std::stoi(ready_line_.substr(at + 6)));
}

NodeProcess::~NodeProcess()
{
    if (pid_ > 0) (void)stop(SIGKILL);
    ::close(out_);
}

std::string NodeProcess::read_line()
{
    std::string line;
    for (char c = 0; ::read(out_, &c, 1) == 1 && c != '\n';) line += c;
    return line;
}

std::vector<pid_t> NodeProcess::children() const
{
    std::vector<pid_t> all;
    for (const auto& thread :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/task")) {
        std::ifstream ids(thread.path() / "children");
        for (pid_t id = 0; ids >> id;) all.push_back(id);
    }
    return all;
}

std::uint64_t NodeProcess::resident_bytes() const
{
    std::ifstream statm("/proc/" + std::to_string(pid_) + "/statm");
    std::uint64_t all_pages = 0, resident_pages = 0;
    statm >> all_pages >> resident_pages;
    return resident_pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void NodeProcess::send(int signal) const
{
    ::kill(pid_, signal);
}

Outcome NodeProcess::stop(int signal)
{
    ::kill(pid_, signal);
    return wait();
}

Outcome NodeProcess::wait()
{
    Outcome outcome;
    for (std::array<char, 4096> some{};;) {
        const auto got = ::read(out_, some.data(), some.size());
        if (got <= 0) break;
        outcome.out.append(some.data(), static_cast<std::size_t>(got));
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.error = read_text(folder_ / "stderr");
    return outcome;
}

Outcome run_node(std::vector<std::string> arguments)
{
    NodeProcess process(std::move(arguments), NodeProcess::Quiet{});
    return process.wait();
}

std::filesystem::path data_folder()
{
    const char* named = std::getenv("FARFIELD_DATA_DIR");
    const std::filesystem::path folder =
        named ? std::filesystem::path(named)
              : std::filesystem::path(FARFIELD_SOURCE_DIR) / ".." / "shared" / "data";
    return std::filesystem::exists(folder / "fields") ? folder : std::filesystem::path();
}

}  // namespace farfield::test

#include "tests/app/run_program.h"

#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace farfield::app::test {
namespace {

[[noreturn]] void be_program(const std::vector<std::string>& command,
                             const farfield::test::TemporaryFolder& folder)
{
    const auto redirect = [&](const char* name, int descriptor) {
        ::dup2(::open((folder / name).c_str(), O_CREAT | O_WRONLY, 0600), descriptor);
    };
    redirect("output", STDOUT_FILENO);
    redirect("errors", STDERR_FILENO);
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments.front(), arguments.data());
    std::_Exit(127);
}

}  // namespace

Finished run_program(const std::vector<std::string>& command, const std::function<void(pid_t)>& while_running)
{
    const farfield::test::TemporaryFolder folder;
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child == 0) be_program(command, folder);
    if (while_running) while_running(child);
    int status = 0;
    ::waitpid(child, &status, 0);
    return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
            .output = farfield::test::read_text(folder / "output"),
            .errors = farfield::test::read_text(folder / "errors")};
}

Finished run_farfield(std::vector<std::string> arguments)
{
    for (const auto* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) ::unsetenv(variable);
    arguments.insert(arguments.begin(), FARFIELD_PROGRAM);
    return run_program(arguments);
}

}  // namespace farfield::app::test

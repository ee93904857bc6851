#pragma once

#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace farfield::app::test {

struct Finished {
    int exit_code = -1;  ///< or minus the signal that ended it
    std::string output;
    std::string errors;
};

/// Runs a program to its end. while_running: called once with its id, just after the start.
[[nodiscard]] Finished run_program(const std::vector<std::string>& command,
                                   const std::function<void(pid_t)>& while_running = {});

/// `farfield` with these arguments and no display.
[[nodiscard]] Finished run_farfield(std::vector<std::string> arguments);

}  // namespace farfield::app::test

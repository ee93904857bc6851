#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace farfield::net {

/// Output of a program that has ended.
struct CommandOutput {
    std::string output, errors;  ///< at most 64 KiB of each
    int status = 0;              ///< exit status; or minus the signal that ended the program
};

/// Runs a program to its end, without input. Throws std::runtime_error as CommandProcess does, and when it
/// does not end within `patience`.
[[nodiscard]] CommandOutput run_command(std::vector<std::string> words, std::chrono::milliseconds patience);

}  // namespace farfield::net

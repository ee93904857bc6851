#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace farfield::net {

/// What a program printed until it ended.
struct CommandOutput {
    std::string output, errors;  ///< at most 64 KiB of each
    int status = 0;              ///< of its exit; minus the signal that ended it
};

/// Runs a program to its end, without input. Throws std::runtime_error as CommandProcess does, and where it
/// does not end within `patience`.
[[nodiscard]] CommandOutput run_command(std::vector<std::string> words, std::chrono::milliseconds patience);

}  // namespace farfield::net

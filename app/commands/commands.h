#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

/// The sub-commands of `farfield`, one source file each. Each add_ function declares the command line; when
/// its command was called, `action` runs it and returns the exit code. An action throws std::exception for
/// failures at run time, and CLI::ParseError for wrong uses that only the action can detect.
namespace farfield::app {

/// rest: the words after "--", which are arguments of a node that the command starts.
using Action = std::function<int(const std::vector<std::string>& rest)>;

void add_viewer_command(CLI::App& program, Action& action);  ///< `farfield [HOST[:PORT]]`, no sub-command
void add_play_command(CLI::App& program, Action& action);
void add_record_command(CLI::App& program, Action& action);
void add_bench_command(CLI::App& program, Action& action);
void add_doctor_command(CLI::App& program, Action& action);
void add_sessions_command(CLI::App& program, Action& action);

}  // namespace farfield::app

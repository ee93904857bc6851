#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace farfield::net::relay {

/// The work of the chosen command; its result is the program's exit code.
using Action = std::function<int()>;

// Functions that each add one sub-command, which sets the action when it is chosen.
void add_serve_command(CLI::App& program, Action& action);
void add_send_command(CLI::App& program, Action& action);
void add_listen_command(CLI::App& program, Action& action);
void add_record_command(CLI::App& program, Action& action);
void add_replay_command(CLI::App& program, Action& action);
void add_status_command(CLI::App& program, Action& action);
/// Defined in bench/relay.
void add_bench_command(CLI::App& program, Action& action);

}  // namespace farfield::net::relay

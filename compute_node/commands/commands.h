#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace farfield::node {

/// Work of the chosen command; its result is the program's exit code.
using Action = std::function<int()>;

// Each function adds one sub-command, which sets the action when it is chosen.
void add_info_command(CLI::App& program, Action& action);
void add_slice_command(CLI::App& program, Action& action);
void add_surface_command(CLI::App& program, Action& action);
void add_trace_command(CLI::App& program, Action& action);
void add_view_command(CLI::App& program, Action& action);
void add_cast_command(CLI::App& program, Action& action);
void add_sight_command(CLI::App& program, Action& action);
void add_bench_command(CLI::App& program, Action& action);
void add_read_for_node_command(CLI::App& program, Action& action);
void add_serve_command(CLI::App& program, Action& action);
void add_replay_command(CLI::App& program, Action& action);
void add_tomography_command(CLI::App& program, Action& action);
void add_traveltimes_command(CLI::App& program, Action& action);
void add_viewshed_command(CLI::App& program, Action& action);

}  // namespace farfield::node

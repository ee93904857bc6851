#pragma once

#include "compute_node/tomography/results/result_files.h"

#include <nlohmann/json.hpp>

namespace farfield::tomography {

/// The report: misfit, roughness and cost of the tracing by iteration, coverage, forward error, the data left
/// out, and the L-curve and resolution tests where there are any.
[[nodiscard]] nlohmann::json report_of(const ResultView& view);

/// The cost of a tracing: tasks, seconds of a task, bytes and seconds of a message, threads, and efficiency
/// as predicted and as measured.
[[nodiscard]] nlohmann::json tasks_of(const TaskFigures& tasks);

}  // namespace farfield::tomography

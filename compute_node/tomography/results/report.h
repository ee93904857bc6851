#pragma once

#include "compute_node/tomography/results/result_files.h"

#include <nlohmann/json.hpp>

namespace farfield::tomography {

/// The report: misfit and roughness by iteration, coverage, forward error, the data left out, and the L-curve
/// and resolution tests where there are any.
[[nodiscard]] nlohmann::json report_of(const ResultView& view);

}  // namespace farfield::tomography

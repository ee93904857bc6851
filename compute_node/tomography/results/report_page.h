#pragma once

#include "compute_node/tomography/results/result_files.h"

#include <string>

namespace farfield::tomography {

/// The report as one HTML page that needs no other files: charts of misfit, roughness, L-curve and residuals,
/// slices of velocity, coverage and resolution tests, and the figures of report.json.
[[nodiscard]] std::string report_page(const ResultView& view);

}  // namespace farfield::tomography

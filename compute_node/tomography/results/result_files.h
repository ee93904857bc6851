#pragma once

#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/surveys/survey.h"

#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>

namespace farfield::tomography {

/// The parts of a finished inversion that files are made from; borrowed.
struct ResultView {
    const InversionResult& result;
    const Survey& survey;
    std::function<double(glm::dvec3)> truth;  ///< velocity of a built-in medium, m/s; empty otherwise
};

/// A node is resolved where rays of so many model spacings run through its cells.
inline constexpr double resolved_spacings = 1.0;

/// Writes model.vti, residuals.csv, rays.vtp, iterations.csv and report.json into a folder.
/// Throws std::runtime_error with the file's name when one cannot be written.
void write_results(const std::filesystem::path& folder, const ResultView& view);

/// The report: misfit and roughness by iteration, coverage, forward error, the data left out.
[[nodiscard]] nlohmann::json report_of(const ResultView& view);

}  // namespace farfield::tomography

#pragma once

#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/inversion/resolution_test.h"
#include "compute_node/tomography/surveys/survey.h"

#include <glm/vec3.hpp>

#include <filesystem>
#include <functional>
#include <vector>

namespace farfield::tomography {

/// The parts of a finished inversion that files are made from; borrowed.
struct ResultView {
    const InversionResult& result;
    const Survey& survey;
    std::function<double(glm::dvec3)> truth;  ///< velocity of a built-in medium, m/s; empty otherwise
    std::vector<ResolutionResult> resolution = {};
};

/// Writes model.vti, residuals.csv, rays.vtp, iterations.csv, report.json and report.html into a folder; also
/// statics.csv, l_curve.csv, checkerboard.vti and spikes.vti where there are such results.
/// Throws std::runtime_error with the file's name when one cannot be written.
void write_results(const std::filesystem::path& folder, const ResultView& view);

}  // namespace farfield::tomography

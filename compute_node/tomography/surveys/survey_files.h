#pragma once

#include "compute_node/tomography/surveys/survey.h"

#include <glm/vec3.hpp>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace farfield::tomography {

/// Units and axes of a file of travel times.
struct SurveyUnits {
    double metres = 1.0;   ///< metres in the file's unit of length
    double seconds = 1.0;  ///< seconds in the file's unit of time
    bool z_down = false;   ///< z is a depth
};

/// The remark on a file whose last line has no end.
[[nodiscard]] std::string unended_remark(std::uint64_t line);

/// Reads travel times: pyGIMLi's unified format where the name ends in .sgt or .dat; else CSV with a header
/// that names sx, sy, sz, rx, ry, rz, t and perhaps sigma, in any order. A time may be NaN, and is then
/// faulty. fastest: as for SurveyBuilder::finish(). cancelled: may be null; once it is true, the result is
/// unusable.
/// Throws std::runtime_error with the file, the line, the expected and the found.
[[nodiscard]] Survey read_survey(const std::filesystem::path& file, const SurveyUnits& units,
                                 double fastest = std::numeric_limits<double>::infinity(),
                                 const std::atomic<bool>* cancelled = nullptr);

/// Reads places: CSV with a header that names x, y and z. Throws as above.
[[nodiscard]] std::vector<glm::dvec3> read_places(const std::filesystem::path& file,
                                                  const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::tomography

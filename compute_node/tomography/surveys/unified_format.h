#pragma once

#include "compute_node/tomography/surveys/survey_files.h"

#include <istream>
#include <limits>
#include <string>

namespace farfield::tomography {

/// Reads the unified data format of pyGIMLi and BERT: the number of sensors, one sensor a line (x, y and z,
/// or x and z of a profile), the number of data, and one datum a line with the columns that the comment
/// before them names: s and g (numbers of sensors from 1), t, perhaps err (standard deviation, as t).
/// fastest: as for SurveyBuilder::finish(). Throws std::runtime_error with the text's name, the line, the
/// expected and the found.
[[nodiscard]] Survey read_unified(std::istream& text, const std::string& name, const SurveyUnits& units,
                                  double fastest = std::numeric_limits<double>::infinity());

}  // namespace farfield::tomography

#pragma once

#include "compute_node/readers/tecplot/tecplot_file.h"

#include <array>
#include <string>
#include <vector>

namespace farfield::compute {

/// Which variables are the coordinates; -1 = none along this axis.
using TecplotAxes = std::array<int, 3>;

/// Takes the units in brackets out of the variables' names, "X [mm]" and "Velocity-x [m/s]", into
/// TecplotFile::units. Names that would then be the same stay.
void part_units(TecplotFile& file);

/// Coordinates in a unit of length become metres; where all are, speeds become metres a second. Returns a
/// remark on each axis and variable that was changed, and on each axis with another unit.
[[nodiscard]] std::vector<std::string> convert_units(TecplotFile& file, const TecplotAxes& axes);

}  // namespace farfield::compute

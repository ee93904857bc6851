#pragma once

#include "compute_node/readers/tecplot/tecplot_file.h"

#include <array>
#include <string>
#include <vector>

namespace farfield::compute {

/// Index of the variable of each coordinate; -1 = none along this axis.
using TecplotAxes = std::array<int, 3>;

/// Moves the units in brackets from the variables' names, "X [mm]" and "Velocity-x [m/s]", to
/// TecplotFile::units. Names that would then be equal stay.
void part_units(TecplotFile& file);

/// Converts coordinates in a unit of length to metres and, where all are lengths, speeds to metres a second.
/// Returns a remark on each axis and variable that was changed, and on each axis with another unit.
[[nodiscard]] std::vector<std::string> convert_units(TecplotFile& file, const TecplotAxes& axes);

}  // namespace farfield::compute

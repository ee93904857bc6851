#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// The direction in which places lie by a variable's words, where no attribute of CF tells it: 'x', 'y', 'z'
/// or ' '. The variable must be in a unit of length, along x and y also in degrees, along z in one of
/// pressure. Words are those of its long_name ("west-east location", "easting of u-points"), or else its
/// name ("xh", "north_u", "zlev"). Sizes of cells ("grid spacing in x") are no places.
[[nodiscard]] char direction_by_words(const NetcdfFile& file, const NetcdfVariable& variable);

/// Names in quotes for a sentence: "'a', 'b' and 'c'".
[[nodiscard]] std::string names_in_sentence(const std::vector<std::string>& names);

/// True when a variable's long_name calls it a place: "coordinate", "location", "easting" ...
[[nodiscard]] bool is_called_place(const NetcdfFile& file, const NetcdfVariable& variable);

}  // namespace farfield::compute

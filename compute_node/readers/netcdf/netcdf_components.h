#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <vector>

namespace farfield::compute {

/// Index of the dimension, of length two or three, along which a variable has its components, by the names of
/// both ("velocity(time, y, x, component)"); -1 where the variable is a scalar. before: the variables that
/// stand before it in the file.
[[nodiscard]] int dimension_of_components(const NetcdfVariable& variable,
                                          const std::vector<NetcdfVariable>& before);

}  // namespace farfield::compute

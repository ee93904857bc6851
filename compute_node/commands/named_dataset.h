#pragma once

#include "compute_node/fields/dataset.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Opens what a user names on the command line: a file, wherever it is; "GRID+SOLUTION" (PLOT3D); or a
/// built-in field. velocity: as for open_dataset(). Throws std::runtime_error as open_dataset() does.
[[nodiscard]] Dataset open_named(const std::string& name, const std::string& velocity = {});

/// A PLOT3D grid and its solution are one dataset, also as two arguments: neither can be read alone.
[[nodiscard]] std::vector<std::string> join_plot3d(const std::vector<std::string>& names);

}  // namespace farfield::compute

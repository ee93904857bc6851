#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads a PLOT3D grid with a solution, of OVERFLOW or not, or with functions: binary in either byte order,
/// with or without Fortran's record marks, or text; in space or in a plane.
[[nodiscard]] GridData read_plot3d(const std::filesystem::path& grid, const std::filesystem::path& solution,
                                   std::uint64_t max_nodes, const std::vector<std::string>& blocks = {});

}  // namespace farfield::compute

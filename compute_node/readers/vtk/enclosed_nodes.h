#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace farfield::compute {

/// Finds the nodes of a uniform grid inside the closed surfaces of an STL file: [nodes], i fastest, 1 =
/// inside. Lengths in the file are those of the grid. Throws std::runtime_error when the file cannot be read,
/// or its triangles do not close.
[[nodiscard]] std::vector<std::uint8_t> enclosed_nodes(const std::filesystem::path& stl,
                                                       const UniformGeometry& grid, glm::uvec3 dims);

}  // namespace farfield::compute

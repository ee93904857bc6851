#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>

namespace farfield::compute {

/// Reads a grid and its solution. Throws std::runtime_error as read_files() does.
[[nodiscard]] GridData read_plot3d(const std::filesystem::path& grid, const std::filesystem::path& solution,
                                   std::uint64_t max_nodes);

}  // namespace farfield::compute

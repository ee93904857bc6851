#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>

namespace farfield::compute {

/// Reads .vti .vtr .vts .vtu .vtp .vtk, and volumes (vtk_volume_reader.h). Throws std::runtime_error as
/// read_files() does.
[[nodiscard]] GridData read_vtk(const std::filesystem::path& file, std::uint64_t max_nodes);

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads VTK's files in HDF5 (.vtkhdf): images and meshes, at one of their time steps; blocks of a
/// multi-block or partitioned dataset together. The parts of a mesh are joined like pieces of VTK's other
/// files. blocks: as for choose_blocks() (block_choice.h). Throws std::runtime_error as read_files() does.
[[nodiscard]] GridData read_vtkhdf(const std::filesystem::path& file, std::uint64_t max_nodes,
                                   std::size_t time_step = 0, const std::vector<std::string>& blocks = {});
[[nodiscard]] std::vector<double> vtkhdf_times(const std::filesystem::path& file);

}  // namespace farfield::compute

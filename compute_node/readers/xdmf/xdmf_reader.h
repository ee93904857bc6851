#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace farfield::compute {

/// Reads XDMF 2 and 3: lattices, and meshes of one kind of cell or mixed, at one of the times of a temporal
/// collection; the grids of a spatial collection together.
[[nodiscard]] GridData read_xdmf(const std::filesystem::path& file, std::uint64_t max_nodes,
                                 std::size_t time_step = 0);
[[nodiscard]] std::vector<double> xdmf_times(const std::filesystem::path& file);

}  // namespace farfield::compute

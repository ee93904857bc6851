#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads a time step of CGNS: structured zones as blocks, or else all zones as one mesh.
[[nodiscard]] GridData read_cgns(const std::filesystem::path& file, std::uint64_t max_nodes,
                                 std::size_t time_step = 0, const std::vector<std::string>& blocks = {});
[[nodiscard]] std::vector<double> cgns_times(const std::filesystem::path& file);

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads EnSight's .case, with the files that it names, at one of its time steps: structured parts as blocks,
/// or else all parts as one mesh.
[[nodiscard]] GridData read_ensight(const std::filesystem::path& file, std::uint64_t max_nodes,
                                    std::size_t time_step = 0, const std::vector<std::string>& blocks = {});
[[nodiscard]] std::vector<double> ensight_times(const std::filesystem::path& file);

}  // namespace farfield::compute

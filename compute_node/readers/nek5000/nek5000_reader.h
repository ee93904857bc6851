#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace farfield::compute {

/// Reads Nek5000's .nek5000, with the field files that it names, at one of its time steps: all spectral
/// elements as one mesh of the cells between their points.
[[nodiscard]] GridData read_nek5000(const std::filesystem::path& file, std::uint64_t max_nodes,
                                    std::size_t time_step = 0);
[[nodiscard]] std::vector<double> nek5000_times(const std::filesystem::path& file);

}  // namespace farfield::compute

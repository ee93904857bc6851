#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>

namespace farfield::compute {

/// Reads Fluent's case of the older format, NAME.cas, with NAME.dat beside it: all cells as one mesh.
[[nodiscard]] GridData read_fluent_case(const std::filesystem::path& file, std::uint64_t max_nodes);

}  // namespace farfield::compute

#pragma once

#include "compute_node/fields/file_heading.h"
#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads a case of OpenFOAM at one of its times, named by its folder, a .foam file in it or its
/// system/controlDict. Regions and processors become one mesh, cells' values nodal ones; regions without a
/// vector are left out. only_scalar: the scalar that is wanted, where there is a velocity U; none: all.
/// Throws std::runtime_error as read_files() does.
[[nodiscard]] GridData read_openfoam(const std::filesystem::path& name, std::uint64_t max_nodes,
                                     std::size_t time_step = 0,
                                     const std::optional<std::string>& only_scalar = std::nullopt,
                                     const std::vector<std::string>& blocks = {});

/// Times of the steps, by the names of their folders, and the unit of U. Throws as read_openfoam().
[[nodiscard]] FileHeading openfoam_heading(const std::filesystem::path& name);

}  // namespace farfield::compute

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

/// A case of OpenFOAM at one of its times, named by its folder, a .foam file in it or its system/controlDict.
/// Regions and processors become one mesh, cells nodal values; regions without a vector are left out.
/// only_scalar: the one that is wanted, where there is a velocity U; nothing: all. Throws std::runtime_error
/// as read_files() does.
[[nodiscard]] GridData read_openfoam(const std::filesystem::path& name, std::uint64_t max_nodes,
                                     std::size_t time_step = 0,
                                     const std::optional<std::string>& only_scalar = std::nullopt,
                                     const std::vector<std::string>& blocks = {});

/// When its steps are, by the names of its folders, and the unit of U. Throws as above.
[[nodiscard]] FileHeading openfoam_heading(const std::filesystem::path& name);

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace farfield::compute {

/// The data file beside a Fluent case, NAME.dat.h5 beside NAME.cas.h5; none where there is no such file, or
/// `file` is no such case.
[[nodiscard]] std::optional<std::filesystem::path> fluent_data_beside(const std::filesystem::path& file);

/// Reads Fluent's common fluids format (CFF): a case, and its data if any. Only the first phase is read. The
/// cells become a mesh; values, which are per cell, are averaged to its nodes.
[[nodiscard]] GridData read_fluent_cff(const std::filesystem::path& file,
                                       const std::optional<std::filesystem::path>& data,
                                       std::uint64_t max_nodes);

}  // namespace farfield::compute

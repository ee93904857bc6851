#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads a time step of the files that an index names (collection_index.h), joined: pieces of a mesh into one
/// mesh, boxes of a lattice into one lattice, blocks as grid_from_parts() does. Surfaces, and parts without a
/// vector, are left out where there are others. Throws std::runtime_error as read_files() does, with the name
/// of a missing piece.
[[nodiscard]] GridData read_collection(const std::filesystem::path& index, std::uint64_t max_nodes,
                                       std::size_t time_step = 0,
                                       const std::vector<std::string>& blocks = {});

/// Times of the steps, in seconds, without reading pieces; a single 0 except for series. Throws as above.
[[nodiscard]] std::vector<double> collection_times(const std::filesystem::path& index);

}  // namespace farfield::compute

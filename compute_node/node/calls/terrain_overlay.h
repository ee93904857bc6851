#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "model/calls/terrain_overlay.h"
#include "net/message/control_messages.h"

#include <filesystem>
#include <vector>

namespace farfield::node {

inline constexpr std::uint64_t max_overlay_vertices = 200'000;

/// The shapes of a file, all of them, on a terrain's ground, in its local frame. data_folders: the file lies
/// below one. Throws what read_shapes() throws, and net::RpcError, LimitExceeded.
[[nodiscard]] model::TerrainOverlay overlay_of(const OpenTerrain& terrain, const std::filesystem::path& file,
                                               const std::vector<std::filesystem::path>& data_folders);

}  // namespace farfield::node

#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "model/calls/terrain_overlay.h"
#include "net/message/control_messages.h"

#include <filesystem>
#include <vector>

namespace farfield::node {

inline constexpr std::uint64_t max_overlay_vertices = 200'000;

/// The shapes of a file on a terrain's ground, in its local frame; whole. data_folders: below which the file
/// lies. Throws what read_shapes() throws, and net::RpcError, LimitExceeded.
[[nodiscard]] model::TerrainOverlay overlay_of(const OpenTerrain& terrain, const std::filesystem::path& file,
                                               const std::vector<std::filesystem::path>& data_folders);

}  // namespace farfield::node

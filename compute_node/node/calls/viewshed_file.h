#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "model/programs/terrain_params.h"
#include "net/session/node_service.h"

#include <memory>
#include <stop_token>

namespace farfield::node {

/// What terrain.viewshed_file answers: a GeoTIFF of the posts within the radius, with the values that
/// `farfield-node viewshed` writes, on up to `threads` threads (0: all). Throws net::RpcError as
/// asked_viewshed() does, and std::runtime_error when `gone` is asked to stop or GDAL cannot make the file.
/// memory: of all programs; null: not counted. The file holds its own.
[[nodiscard]] net::MadeFile viewshed_file(const OpenTerrain& terrain, const model::ViewshedParams& params,
                                          int threads, const std::stop_token& gone = {},
                                          const std::shared_ptr<MemoryBudget>& memory = nullptr);

}  // namespace farfield::node

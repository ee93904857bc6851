#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/node/data/program_memory.h"
#include "model/programs/terrain_params.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace farfield::node {

/// A file that was made for a viewer.
struct MadeFile {
    std::vector<std::byte> bytes;
    std::shared_ptr<const ProgramMemory> memory;  ///< memory of the bytes, and of the parts made of them
};

/// The answer of terrain.viewshed_file: a GeoTIFF of the posts within the radius, with the values that
/// `farfield-node viewshed` writes, on up to `threads` threads (0: all). Throws net::RpcError as
/// viewshed_request() does, and std::runtime_error when `cancel` is asked to stop or GDAL cannot make the
/// file. memory: of all programs; null: not counted.
[[nodiscard]] MadeFile viewshed_file(const OpenTerrain& terrain, const model::ViewshedParams& params,
                                     int threads, const std::stop_token& cancel = {},
                                     const std::shared_ptr<MemoryBudget>& memory = nullptr);

}  // namespace farfield::node

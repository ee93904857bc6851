#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/terrain/sight/viewshed.h"
#include "model/programs/terrain_params.h"
#include "net/message/control_messages.h"

#include <cstdint>

namespace farfield::node {

/// Largest number of posts of one viewshed, a byte each while it is computed.
inline constexpr std::uint64_t max_viewshed_posts = std::uint64_t{1} << 26;

/// A viewshed as a viewer asks for it, and the posts within its radius.
struct ViewshedRequest {
    terrain::ViewshedSettings settings;
    terrain::PostWindow window;
};

/// Makes a request. Throws net::RpcError: InvalidParams where the observer has no ground, LimitExceeded.
[[nodiscard]] ViewshedRequest viewshed_request(const OpenTerrain& terrain,
                                               const model::ViewshedParams& params);

}  // namespace farfield::node

#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "net/message/control_messages.h"

#include <glm/vec3.hpp>

namespace farfield::node {

/// Column, row and metres above the datum of an observer on a terrain, at x and y of the local frame and
/// z metres above the ground point there (ground_point_at()). Throws net::RpcError, InvalidParams that names
/// the parameter, where the observer is off the map or in a hole.
[[nodiscard]] glm::dvec3 resolve_observer(const OpenTerrain& terrain, const model::Point& at,
                                          const char* parameter);

}  // namespace farfield::node

#pragma once

#include "compute_node/volumes/boundaries/boundary_faces.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Removes what is no outside of a mesh that is finer in places: quads and segments that finer cells beyond
/// them cover with halves of their edges, or halves of these, and the finer ones that cover them. Returns the
/// nodes in the middle of the edges behind each corner of the faces that are left, where finer ones have
/// such; empty where nothing was removed.
[[nodiscard]] std::vector<std::array<std::optional<std::uint32_t>, 4>>
remove_hanging(BoundaryPatch& patch, const std::vector<glm::vec3>& points);

}  // namespace farfield::compute

#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace farfield::compute {

/// For each point the index of the first point at exactly the same position, often itself. Parts of a mesh,
/// and cells of some codes, come with separate points: by these indices they still share faces, while each
/// keeps its values. points: fewer than 2^32 - 1.
[[nodiscard]] std::vector<std::uint32_t> first_at_same_place(const std::vector<glm::vec3>& points);

}  // namespace farfield::compute

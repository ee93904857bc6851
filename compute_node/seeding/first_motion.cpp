#include "compute_node/seeding/first_motion.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>

namespace farfield::compute {

float first_motion(const Field& field)
{
    const auto moves = [](const Node& node) { return glm::length(glm::vec3{node}) > 0.0F; };
    const auto& slices = field.all_nodes();
    if (slices.size() < 2) return field.slices().times.front();
    const auto found = std::ranges::find_if(slices, [&](const FixedArray<Node>& nodes) {
        return nodes.empty() || std::ranges::any_of(nodes, moves);
    });
    const auto slice =
        found == slices.end() ? std::size_t{0} : static_cast<std::size_t>(found - slices.begin());
    return field.slices().times[slice];
}

}  // namespace farfield::compute

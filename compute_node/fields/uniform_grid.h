#pragma once

#include "compute_node/fields/trilinear.h"

#include <optional>
#include <vector>

namespace farfield::compute {

/// A field on equally spaced nodes. An axis with one node is not interpolated and does not bound the domain.
struct UniformGrid {
    /// nodes: [dims.x * dims.y * dims.z], i fastest; spacing > 0.
    UniformGrid(glm::ivec3 dims, glm::dvec3 origin, glm::dvec3 spacing, std::vector<Node> nodes);

    /// Nothing outside the domain; NaN in an invalid cell.
    [[nodiscard]] std::optional<Node> sample(glm::vec3 position) const;

    glm::ivec3 dims;  ///< >= 2 each: flat axes are doubled
    glm::vec3 lo;     ///< domain, both faces included; minus infinity on a flat axis
    glm::vec3 hi;
    glm::vec3 origin;           ///< position of node 0
    glm::vec3 inverse_spacing;  ///< 0 on a flat axis
    std::vector<Node> nodes;
};

}  // namespace farfield::compute

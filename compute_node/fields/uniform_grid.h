#pragma once

#include "compute_node/fields/cell_cursor.h"
#include "compute_node/fields/periodic_axis.h"

namespace farfield::compute {

/// Equally spaced nodes. An axis with one node is not interpolated and does not bound the domain.
struct UniformGrid {
    /// spacing > 0.
    UniformGrid(glm::ivec3 dims, glm::dvec3 origin, glm::dvec3 spacing);

    /// False outside the domain.
    [[nodiscard]] bool locate(glm::vec3 position, CellCursor& cursor) const;

    glm::ivec3 dims;  ///< >= 2 each: flat axes are doubled
    glm::vec3 lo;     ///< domain, both faces included; minus infinity on a flat axis
    glm::vec3 hi;
    glm::vec3 origin;           ///< position of node 0
    glm::vec3 inverse_spacing;  ///< 0 on a flat axis
    PeriodicAxis around;        ///< along x; positions may lie in any turn
};

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/node_box.h"
#include "compute_node/grids/periodic_axis.h"
#include "compute_node/grids/search/cell_cursor.h"

namespace farfield::compute {

/// Equally spaced nodes. An axis with one node is not interpolated and does not bound the domain.
struct UniformGrid {
    UniformGrid() = default;
    /// spacing > 0. zero: the place that the grid's positions are relative to.
    UniformGrid(glm::ivec3 dims, glm::dvec3 first_node, glm::dvec3 spacing,
                glm::dvec3 zero = glm::dvec3{0.0});

    /// Finds the cell of a position; false outside the domain.
    [[nodiscard]] bool locate(glm::vec3 position, CellCursor& cursor) const;

    glm::ivec3 dims{0};  ///< >= 2 each: flat axes are doubled
    glm::vec3 lo{0.0F};  ///< domain, both faces included; minus infinity on a flat axis
    glm::vec3 hi{0.0F};
    glm::vec3 origin{0.0F};           ///< position of node 0
    glm::vec3 inverse_spacing{0.0F};  ///< 0 on a flat axis
    PeriodicAxis around;              ///< along x; positions may lie in any turn
    NodeBox resident;                 ///< nodes that are in memory
};

}  // namespace farfield::compute

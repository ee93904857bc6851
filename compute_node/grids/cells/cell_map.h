#pragma once

#include "compute_node/grids/cells/cell_kind.h"
#include "compute_node/grids/cells/hexahedron.h"

#include <glm/vec3.hpp>

#include <cstdint>

namespace farfield::compute {

/// The map of a cell's corners; its other points are ignored. Across a flat cell t goes along flat_axis, by a
/// unit of length. points: indices of positions.
[[nodiscard]] TrilinearMap corner_map(CellKind kind, const std::uint32_t* points, const glm::vec3* positions,
                                      int flat_axis);

/// A position in a cell, and its derivatives along r, s and t.
struct MappedPlace {
    glm::vec3 position;
    Tangents along;
};

/// The map of all points of a cell at `local`, positions counted from `origin`. flat_axis: as above.
[[nodiscard]] MappedPlace map_all_points(CellKind kind, const std::uint32_t* points,
                                         const glm::vec3* positions, int flat_axis, glm::vec3 origin,
                                         glm::vec3 local);

}  // namespace farfield::compute

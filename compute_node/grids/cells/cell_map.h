#pragma once

#include "compute_node/grids/cells/cell_kind.h"
#include "compute_node/grids/hexahedron.h"

#include <glm/vec3.hpp>

#include <cstdint>

namespace farfield::compute {

/// The map of a cell's corners, whatever other points it has. Across a flat cell t goes along flat_axis, by a
/// unit of length. points: numbers of positions.
[[nodiscard]] TrilinearMap corner_map(CellKind kind, const std::uint32_t* points, const glm::vec3* positions,
                                      int flat_axis);

/// A map at a place in a cell: where it leads, and how that changes along r, s and t.
struct MappedPlace {
    glm::vec3 position;
    Tangents along;
};

/// The map of all points of a cell, its positions counted from `origin`. flat_axis: as above.
[[nodiscard]] MappedPlace map_all_points(CellKind kind, const std::uint32_t* points,
                                         const glm::vec3* positions, int flat_axis, glm::vec3 origin,
                                         glm::vec3 local);

}  // namespace farfield::compute

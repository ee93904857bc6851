#pragma once

#include "compute_node/grids/cells/cell_list.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// A tetrahedron, pyramid, wedge or hexahedron.
struct PlainCell {
    static constexpr std::size_t most_points = 8;
    CellKind kind = CellKind::Tetra;
    std::array<std::uint32_t, most_points> corners{};  ///< in VTK's order

    [[nodiscard]] std::span<const std::uint32_t> points() const
    {
        return std::span{corners}.first(point_count(kind));
    }
};

/// Appends a cell to a list.
void append(const PlainCell& cell, CellList& cells);

/// The tetrahedron, pyramid, wedge or hexahedron that faces enclose; none where they enclose another
/// polyhedron, or a corner is not an index of points. faces: for each, its number of corners and these
/// corners, in either sense of rotation; the points tell which side is the inner one. Threads: any.
[[nodiscard]] std::optional<PlainCell> cell_of_faces(std::span<const std::uint32_t> faces,
                                                     const std::vector<glm::vec3>& points);

}  // namespace farfield::compute

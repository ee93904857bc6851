#pragma once

#include "compute_node/grids/search/cell_cursor.h"

#include <glm/vec3.hpp>

#include <cmath>
#include <optional>

namespace farfield::compute {

/// The cell of a position in a uniform or rectilinear grid, by its lowest node. None outside the domain, for
/// positions that are not finite (a flat axis has no bounds), and for other grids.
template <class Grid>
[[nodiscard]] std::optional<glm::ivec3> find_lattice_cell(const Grid& grid, glm::vec3 position)
{
    if constexpr (requires { grid.resident; }) {
        CellCursor cursor;
        const bool is_finite =
            std::isfinite(position.x) && std::isfinite(position.y) && std::isfinite(position.z);
        if (is_finite && grid.locate(position, cursor)) return cursor.cell;
    }
    return std::nullopt;
}

}  // namespace farfield::compute

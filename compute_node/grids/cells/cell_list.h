#pragma once

#include "compute_node/grids/cells/cell_kind.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Cells of several kinds one after another. Points are in VTK's order: a pyramid's base goes round before
/// its tip; a wedge has one triangle and then the other; a hexahedron one face round and then the opposite
/// one. For the other nodes of quadratic cells see node_places() in shape_functions.h.
struct CellList {
    std::vector<CellKind> kinds;
    std::vector<std::uint32_t> corners;  ///< the points of all cells, point_count() each, corners first

    [[nodiscard]] std::size_t size() const { return kinds.size(); }
    /// True when there are cells with a volume; flat cells do not count then.
    [[nodiscard]] bool has_volume() const
    {
        return std::any_of(kinds.begin(), kinds.end(), [](CellKind kind) { return !is_flat(kind); });
    }
    bool operator==(const CellList&) const = default;

    /// Serialisation: visits all members (archive.h).
    template <class Parts>
    void parts(Parts& with)
    {
        with(kinds, corners);
    }

    /// Calls visit(kind, points of the cell) for each cell in turn.
    template <class Visit>
    void for_each(const Visit& visit) const
    {
        const std::uint32_t* at = corners.data();
        for (const CellKind kind : kinds) {
            visit(kind, at);
            at += point_count(kind);
        }
    }
};

}  // namespace farfield::compute

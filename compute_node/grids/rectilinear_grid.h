#pragma once

#include "compute_node/grids/node_box.h"
#include "compute_node/grids/periodic_axis.h"
#include "compute_node/grids/search/cell_cursor.h"

#include <array>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// A cell's index along one axis and the fraction within the cell.
struct AxisCell {
    int index = 0;
    float fraction = 0.0F;
};

/// Finds cells along one axis of unequally spaced nodes: a table of equal bins gives a first guess, from
/// which at most `max_steps` steps up lead to the cell.
struct AxisTable {
    AxisTable() = default;
    /// coordinates: strictly ascending, >= 1. One coordinate makes a flat axis: any position is in cell 0.
    /// zero: the place that positions are relative to.
    explicit AxisTable(const std::vector<double>& coordinates, double zero = 0.0);

    [[nodiscard]] AxisCell locate(float position) const;  ///< position within [lo, hi]

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(node, inverse_width, bin_cell, lo, hi, bins_per_unit, max_steps);
    }

    std::vector<float> node;             ///< [n], n >= 2
    std::vector<float> inverse_width;    ///< [n - 1]; 0 on a flat axis
    std::vector<std::int32_t> bin_cell;  ///< cell in which each bin begins
    float lo = 0.0F;                     ///< minus infinity on a flat axis
    float hi = 0.0F;
    float bins_per_unit = 0.0F;
    int max_steps = 0;
};

/// Unequally spaced nodes along each axis. An axis with one node is not interpolated and does not bound the
/// domain.
struct RectilinearGrid {
    RectilinearGrid() = default;
    /// zero: the place that the grid's positions are relative to.
    explicit RectilinearGrid(const std::array<std::vector<double>, 3>& coordinates,
                             glm::dvec3 zero = glm::dvec3{0.0});

    /// Finds the cell of a position; false outside the domain.
    [[nodiscard]] bool locate(glm::vec3 position, CellCursor& cursor) const;

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(dims, axes[0], axes[1], axes[2], around, resident);
    }

    glm::ivec3 dims{0};  ///< >= 2 each: flat axes are doubled
    std::array<AxisTable, 3> axes;
    PeriodicAxis around;  ///< along x; positions may lie in any turn
    NodeBox resident;     ///< nodes that are in memory
};

}  // namespace farfield::compute

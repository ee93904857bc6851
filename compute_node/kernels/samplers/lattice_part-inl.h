// What of a lattice's nodes is in memory: all, or a block of them (per-target include).
#if defined(FARFIELD_LATTICE_PART_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LATTICE_PART_INL_H
#undef FARFIELD_LATTICE_PART_INL_H
#else
#define FARFIELD_LATTICE_PART_INL_H
#endif

#include "compute_node/grids/node_box.h"
#include "compute_node/kernels/samplers/cells-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A cell per lane, by its lowest node along each axis.
struct CellIndices {
    Int x, y, z;
};

/// Node index of the cells' lowest corners.
HWY_INLINE Int node_index(const CellIndices& cell, glm::ivec3 dims)
{
    const Int rows = hn::Add(hn::Mul(cell.z, hn::Set(ints, dims.y)), cell.y);
    return hn::Add(hn::Mul(rows, hn::Set(ints, dims.x)), cell.x);
}

/// All nodes.
struct WholeLattice {
    static constexpr bool is_block = false;

    template <class Grid>
    static HWY_INLINE Strides strides(const Grid& grid)
    {
        return strides_of(grid.dims);
    }
    template <class Grid>
    static HWY_INLINE Int index(const Grid& grid, const CellIndices& cell, Mask /*inside*/)
    {
        return node_index(cell, grid.dims);
    }
};

/// Those that the grid holds. Lanes that are not inside take its first cell, so that every load is within.
struct HeldBlock {
    static constexpr bool is_block = true;

    template <class Grid>
    static HWY_INLINE Strides strides(const Grid& grid)
    {
        return strides_of(grid.held.dims);
    }
    template <class Grid>
    static HWY_INLINE Int index(const Grid& grid, const CellIndices& cell, Mask inside)
    {
        const NodeBox& held = grid.held;
        const CellIndices own{hn::Sub(cell.x, hn::Set(ints, held.first.x)),
                              hn::Sub(cell.y, hn::Set(ints, held.first.y)),
                              hn::Sub(cell.z, hn::Set(ints, held.first.z))};
        return hn::IfThenElseZero(hn::RebindMask(ints, inside), node_index(own, held.dims));
    }
    static HWY_INLINE Mask contains(const NodeBox& held, const CellIndices& cell)
    {
        const auto within_axis = [&](Int at, int axis) HWY_ATTR {
            const Int first = hn::Set(ints, held.first[axis] - 1);
            const Int end = hn::Set(ints, held.first[axis] + held.dims[axis] - 1);
            return hn::RebindMask(floats, hn::And(hn::Gt(at, first), hn::Gt(end, at)));
        };
        return hn::And(within_axis(cell.x, 0), hn::And(within_axis(cell.y, 1), within_axis(cell.z, 2)));
    }
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

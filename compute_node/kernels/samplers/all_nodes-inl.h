// Node indices of a lattice with all its nodes in memory (per-target include).
#if defined(FARFIELD_ALL_NODES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_ALL_NODES_INL_H
#undef FARFIELD_ALL_NODES_INL_H
#else
#define FARFIELD_ALL_NODES_INL_H
#endif

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

/// Storage of a lattice's nodes, for samplers: all are in memory.
struct AllNodes {
    /// True where nodes may be missing; such a storage also has contains() for a grid and cells.
    static constexpr bool partial = false;

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

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

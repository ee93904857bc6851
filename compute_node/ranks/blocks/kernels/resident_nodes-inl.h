// The storage of a lattice of which some nodes are in memory, for samplers (per-target include).
#if defined(FARFIELD_RESIDENT_NODES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_RESIDENT_NODES_INL_H
#undef FARFIELD_RESIDENT_NODES_INL_H
#else
#define FARFIELD_RESIDENT_NODES_INL_H
#endif

#include "compute_node/grids/node_box.h"
#include "compute_node/kernels/samplers/all_nodes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// The grid's resident nodes. Lanes that are not inside take the first cell of these, so that every load is
/// within.
struct ResidentNodes {
    static constexpr bool partial = true;

    template <class Grid>
    static HWY_INLINE Strides strides(const Grid& grid)
    {
        return strides_of(grid.resident.dims);
    }
    template <class Grid>
    static HWY_INLINE Int index(const Grid& grid, const CellIndices& cell, Mask inside)
    {
        const NodeBox& resident = grid.resident;
        const CellIndices own{hn::Sub(cell.x, hn::Set(ints, resident.first.x)),
                              hn::Sub(cell.y, hn::Set(ints, resident.first.y)),
                              hn::Sub(cell.z, hn::Set(ints, resident.first.z))};
        return hn::IfThenElseZero(hn::RebindMask(ints, inside), node_index(own, resident.dims));
    }
    template <class Grid>
    static HWY_INLINE Mask contains(const Grid& grid, const CellIndices& cell)
    {
        const NodeBox& resident = grid.resident;
        const auto within_axis = [&](Int at, int axis) HWY_ATTR {
            const Int first = hn::Set(ints, resident.first[axis] - 1);
            const Int end = hn::Set(ints, resident.first[axis] + resident.dims[axis] - 1);
            return hn::RebindMask(floats, hn::And(hn::Gt(at, first), hn::Gt(end, at)));
        };
        return hn::And(within_axis(cell.x, 0), hn::And(within_axis(cell.y, 1), within_axis(cell.z, 2)));
    }
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

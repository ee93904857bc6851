// The sampler of curvilinear grids (per-target include).
#if defined(FARFIELD_CURVILINEAR_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CURVILINEAR_SAMPLER_INL_H
#undef FARFIELD_CURVILINEAR_SAMPLER_INL_H
#else
#define FARFIELD_CURVILINEAR_SAMPLER_INL_H
#endif

#include "compute_node/grids/curvilinear_grid.h"
#include "compute_node/kernels/samplers/cell_sampler-inl.h"
#include "compute_node/kernels/samplers/hexahedron-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class Values>
class CurvilinearSampler : public CellSampler<CurvilinearSampler<Values>, CurvilinearGrid, Values> {
    using Base = CellSampler<CurvilinearSampler<Values>, CurvilinearGrid, Values>;
    friend Base;
    using Base::grid_, Base::values_, Base::local_, Base::is_known, Base::set_known;

public:
    HWY_INLINE CurvilinearSampler(const CurvilinearGrid& grid, const NodeSlices& slices) : Base{grid, slices}
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) put(lane, CellCursor{});
    }

    HWY_INLINE void put(std::size_t lane, const CellCursor& cursor)
    {
        cells_[lane] = {cursor.block, cursor.cell};
        local_.put(lane, cursor.local);
        enter(lane);
    }
    HWY_INLINE CellCursor get(std::size_t lane) const
    {
        return {cells_[lane].block, cells_[lane].lowest, local_.get(lane)};
    }

    HWY_NOINLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        if (grid_.flat_axis() == 0) p.x = set(grid_.flat_position());
        if (grid_.flat_axis() == 1) p.y = set(grid_.flat_position());
        if (grid_.flat_axis() == 2) p.z = set(grid_.flat_position());
        const std::uint32_t all = Base::known_at(t, wanted);
        return Base::sample_found(p, wanted, all, Base::search(p, all));
    }

private:
    /// Takes what a lane needs of its cell. A lane without a cell gets the grid's first: what it computes is
    /// not used.
    HWY_INLINE void enter(std::size_t lane)
    {
        set_known(lane, cells_[lane].block >= 0);
        const CellCursor cursor = is_known(lane) ? get(lane) : CellCursor{0, {}, {}};
        first_[lane] = grid_.first_node(cursor);
        strides_[lane] = strides_of(grid_.blocks()[cursor.block].dims);
        prefetch_rows(values_.nodes(lane) + first_[lane], strides_[lane]);
        maps_.enter(lane, &grid_.positions()[first_[lane]].x, strides_[lane]);
    }

    /// Looks for the points in the lanes' cells; returns the wanted lanes that found theirs, and leaves local
    /// coordinates with all wanted lanes.
    HWY_INLINE std::uint32_t look(Vec3 p, std::uint32_t wanted)
    {
        Vec3 local = local_.value();
        const std::uint32_t inside = to_bits(invert(maps_.seen_from(p), from_bits(wanted), local));
        local_.take(local);
        return inside & wanted;
    }

    /// Takes lanes to neighbours; returns those that could move.
    HWY_INLINE std::uint32_t step(Vec3 /*p*/, std::uint32_t wanted)
    {
        std::uint32_t moved = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor cursor = get(lane);
            if (step_towards(cursor.local, grid_.blocks()[cursor.block].dims, cursor.cell))
                moved |= 1U << lane;
            put(lane, cursor);
        }
        return moved;
    }

    /// The field at a lane's local coordinates.
    HWY_INLINE hn::Vec<Quad> blend(std::size_t lane) const
    {
        return values_.interpolate_lane(lane, first_[lane], strides_[lane], local_.x.at[lane],
                                        local_.y.at[lane], local_.z.at[lane]);
    }

    struct Cell {
        std::int32_t block = -1;
        glm::ivec3 lowest{0};
    };
    Cell cells_[lanes];
    std::size_t first_[lanes];  ///< lowest node of each lane's cell
    Strides strides_[lanes];
    CellMaps maps_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

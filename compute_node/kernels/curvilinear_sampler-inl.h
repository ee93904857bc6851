// The sampler of curvilinear grids (per-target include): all lanes look into their cells at once; those that
// do not find their point there step to a neighbour together, and what is left is looked up lane by lane.
#if defined(FARFIELD_CURVILINEAR_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CURVILINEAR_SAMPLER_INL_H
#undef FARFIELD_CURVILINEAR_SAMPLER_INL_H
#else
#define FARFIELD_CURVILINEAR_SAMPLER_INL_H
#endif

#include "compute_node/fields/curvilinear_grid.h"
#include "compute_node/kernels/hexahedron-inl.h"
#include "compute_node/kernels/lane_arrays-inl.h"
#include "compute_node/kernels/node_values-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class Values>
class CurvilinearSampler {
public:
    static constexpr bool changes = Values::changes;
    static constexpr bool is_block = false;

    HWY_INLINE CurvilinearSampler(const CurvilinearGrid& grid, const NodeSlices& slices)
        : grid_{grid}, values_{slices}
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) put(lane, CellCursor{});
    }

    HWY_INLINE void prefetch(Vec3 /*position*/) const {}
    HWY_INLINE void load(const CellCursor* of_lane_0)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) put(lane, of_lane_0[lane]);
    }
    HWY_INLINE void store(CellCursor* of_lane_0) const
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) of_lane_0[lane] = get(lane);
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
        const std::uint32_t all = to_bits(hn::And(wanted, values_.at_times(t))) & known_;
        std::uint32_t found = 0, pending = all;
        for (int round = 0; round < max_rounds && pending != 0; ++round) {
            found |= look(p, pending);
            pending = step(pending & ~found);
        }
        hn::Vec<Quad> one[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) one[lane] = interpolate_lane(lane);
        Sample values = transpose(one, wanted);
        found &= to_bits(hn::Eq(values.velocity.x, values.velocity.x));
        if (found != all) {
            found |= look_one_by_one(p, all & ~found, one);
            values = transpose(one, wanted);
        }
        values.inside = from_bits(found);
        return values;
    }

    HWY_NOINLINE Float crossing_rate(Vec3 /*p*/, Vec3 velocity) const
    {
        LanePoints uvw;
        LaneArray rate;
        uvw.take(velocity);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            rate.at[lane] = is_known(lane) ? grid_.crossing_rate(get(lane), uvw.get(lane)) : 0.0F;
        return rate.value();
    }

private:
    /// Cells that lanes visit side by side. A stage crosses one or two; walks longer than this are rare.
    static constexpr int max_rounds = 4;

    /// Lanes that know a cell are all but those never released.
    HWY_INLINE bool is_known(std::size_t lane) const { return (known_ >> lane & 1U) != 0; }

    /// Takes what a lane needs of its cell. A lane without a cell gets the grid's first: what it computes is
    /// not used.
    HWY_INLINE void enter(std::size_t lane)
    {
        const std::uint32_t bit = 1U << lane;
        known_ = cells_[lane].block >= 0 ? known_ | bit : known_ & ~bit;
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
    HWY_INLINE std::uint32_t step(std::uint32_t wanted)
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
    HWY_INLINE hn::Vec<Quad> interpolate_lane(std::size_t lane) const
    {
        return values_.interpolate_lane(lane, first_[lane], strides_[lane], local_.x.at[lane],
                                        local_.y.at[lane], local_.z.at[lane]);
    }

    /// Walks on, or asks the index: at faces of blocks, in invalid cells and after long ways.
    HWY_NOINLINE std::uint32_t look_one_by_one(Vec3 p, std::uint32_t wanted, hn::Vec<Quad> (&one)[lanes])
    {
        LanePoints points;
        points.take(p);
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor cursor = get(lane);
            if (grid_.find(points.get(lane), values_.nodes(lane), cursor)) found |= 1U << lane;
            put(lane, cursor);
            one[lane] = interpolate_lane(lane);
        }
        return found;
    }

    const CurvilinearGrid& grid_;
    Values values_;
    struct Cell {
        std::int32_t block = -1;
        glm::ivec3 lowest{0};
    };
    Cell cells_[lanes];
    LanePoints local_;          ///< where in them
    std::uint32_t known_ = 0;   ///< lanes
    std::size_t first_[lanes];  ///< lowest node of each lane's cell
    Strides strides_[lanes];
    CellMaps maps_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

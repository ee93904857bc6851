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
        for (std::size_t lane = 0; lane < lanes; ++lane) of_lane_0[lane] = cursors_[lane];
    }
    HWY_INLINE void put(std::size_t lane, const CellCursor& cursor)
    {
        cursors_[lane] = cursor;
        enter(lane);
    }
    HWY_INLINE CellCursor get(std::size_t lane) const { return cursors_[lane]; }

    HWY_NOINLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        if (grid_.flat_axis() == 0) p.x = set(grid_.flat_position());
        if (grid_.flat_axis() == 1) p.y = set(grid_.flat_position());
        if (grid_.flat_axis() == 2) p.z = set(grid_.flat_position());
        const std::uint32_t all = to_bits(hn::And(wanted, values_.at_times(t))) & with_cell();
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
        LaneArray u, v, w, rate;
        u.take(velocity.x);
        v.take(velocity.y);
        w.take(velocity.z);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            rate.at[lane] = cursors_[lane].block < 0
                                ? 0.0F
                                : grid_.crossing_rate(cursors_[lane], {u.at[lane], v.at[lane], w.at[lane]});
        return rate.value();
    }

private:
    /// Cells that lanes visit side by side. A stage crosses one or two; walks longer than this are rare.
    static constexpr int max_rounds = 4;

    /// Lanes that know a cell: all but those never released.
    HWY_INLINE std::uint32_t with_cell() const
    {
        std::uint32_t bits = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            bits |= (cursors_[lane].block >= 0 ? 1U : 0U) << lane;
        return bits;
    }

    /// Notes where the corners of a lane's cell are. A lane without a cell gets the grid's first: what it
    /// computes is not used.
    HWY_INLINE void enter(std::size_t lane)
    {
        const bool known = cursors_[lane].block >= 0;
        first_[lane] = grid_.first_node(known ? cursors_[lane] : CellCursor{0, {}, {}});
        strides_[lane] = strides_of(grid_.blocks()[known ? cursors_[lane].block : 0].dims);
    }

    /// Looks for the points in the lanes' cells; returns the wanted lanes that found theirs, and leaves local
    /// coordinates in the cursors of all wanted lanes.
    HWY_INLINE std::uint32_t look(Vec3 p, std::uint32_t wanted)
    {
        Vec3 corners[8];
        for (int c = 0; c < 8; ++c) corners[c] = subtract(gather_position(c), p);
        Vec3 local = load_local();
        const std::uint32_t inside = to_bits(invert(CellMap{corners}, from_bits(wanted), local));
        store_local(local, wanted);
        return inside & wanted;
    }

    /// Bit 0 of c is the side along i, bit 1 j, bit 2 k.
    HWY_INLINE Vec3 gather_position(int c) const
    {
        hn::Vec<Quad> one[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const float* lowest = &grid_.positions()[first_[lane]].x;
            const std::size_t along_y = (c & 2) != 0 ? strides_[lane].y : 0;
            const std::size_t along_z = (c & 4) != 0 ? strides_[lane].z : 0;
            one[lane] = hn::LoadU(Quad(), lowest + 4 * (c & 1) + along_y + along_z);
        }
        return transpose(one, Mask{}).velocity;
    }

    HWY_INLINE Vec3 load_local() const
    {
        LaneArray x, y, z;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            x.at[lane] = cursors_[lane].local.x;
            y.at[lane] = cursors_[lane].local.y;
            z.at[lane] = cursors_[lane].local.z;
        }
        return {x.value(), y.value(), z.value()};
    }

    HWY_INLINE void store_local(Vec3 local, std::uint32_t wanted)
    {
        LaneArray x, y, z;
        x.take(local.x);
        y.take(local.y);
        z.take(local.z);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((wanted >> lane & 1U) != 0) cursors_[lane].local = {x.at[lane], y.at[lane], z.at[lane]};
    }

    /// Takes lanes to neighbours; returns those that could move.
    HWY_INLINE std::uint32_t step(std::uint32_t wanted)
    {
        std::uint32_t moved = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor& cursor = cursors_[lane];
            if (step_towards(cursor.local, grid_.blocks()[cursor.block].dims, cursor.cell))
                moved |= 1U << lane;
            enter(lane);
        }
        return moved;
    }

    /// The field at a lane's local coordinates.
    HWY_INLINE hn::Vec<Quad> interpolate_lane(std::size_t lane) const
    {
        const glm::vec3 local = cursors_[lane].local;
        return values_.interpolate_lane(lane, first_[lane], strides_[lane], local.x, local.y, local.z);
    }

    /// Walks on, or asks the index: at faces of blocks, in invalid cells and after long ways.
    HWY_NOINLINE std::uint32_t look_one_by_one(Vec3 p, std::uint32_t wanted, hn::Vec<Quad> (&one)[lanes])
    {
        LaneArray x, y, z;
        x.take(p.x);
        y.take(p.y);
        z.take(p.z);
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            if (grid_.find({x.at[lane], y.at[lane], z.at[lane]}, values_.nodes(lane), cursors_[lane]))
                found |= 1U << lane;
            enter(lane);
            one[lane] = interpolate_lane(lane);
        }
        return found;
    }

    const CurvilinearGrid& grid_;
    Values values_;
    CellCursor cursors_[lanes];
    std::size_t first_[lanes];  ///< lowest node of each lane's cell
    Strides strides_[lanes];
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The sampler of unstructured meshes (per-target include): each lane walks by itself, since ways differ, and
// its four corners come in one load each. Lanes that lose their way are looked up in the index.
#if defined(FARFIELD_TETRAHEDRAL_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_TETRAHEDRAL_SAMPLER_INL_H
#undef FARFIELD_TETRAHEDRAL_SAMPLER_INL_H
#else
#define FARFIELD_TETRAHEDRAL_SAMPLER_INL_H
#endif

#include "compute_node/grids/tetrahedral_grid.h"
#include "compute_node/kernels/motion/lane_arrays-inl.h"
#include "compute_node/kernels/samplers/node_values-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class Values>
class TetrahedralSampler {
public:
    static constexpr bool changes = Values::changes;
    static constexpr bool partial = false;
    static constexpr bool deferred = false;
    static constexpr bool looks_ahead = true;

    HWY_INLINE TetrahedralSampler(const TetrahedralGrid& grid, const NodeSlices& slices)
        : grid_{grid}, values_{slices}
    {}

    HWY_INLINE void prefetch(Vec3 /*position*/) const {}
    HWY_INLINE void load(const CellCursor* of_lane_0)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) cursors_[lane] = of_lane_0[lane];
    }
    HWY_INLINE void store(CellCursor* of_lane_0) const
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) of_lane_0[lane] = cursors_[lane];
    }
    HWY_INLINE void put(std::size_t lane, const CellCursor& cursor) { cursors_[lane] = cursor; }
    HWY_INLINE CellCursor get(std::size_t lane) const { return cursors_[lane]; }

    HWY_NOINLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        const std::uint32_t all = to_bits(hn::And(wanted, values_.at_times(t)));
        LanePoints positions;
        positions.take(p);
        std::uint32_t found = walk(positions, all);
        hn::Vec<Quad> one[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) one[lane] = blend(lane);
        Sample values = transpose(one, wanted);
        found &= to_bits(hn::Eq(values.velocity.x, values.velocity.x));
        if (found != all) {
            found |= look_up(positions, all & ~found, one);
            values = transpose(one, wanted);
        }
        values.inside = from_bits(found);
        return values;
    }

    /// Asks for the tetrahedra beyond the nearest faces, where lines most often go.
    HWY_INLINE void look_ahead(Vec3 /*from*/, Vec3 /*way*/) const
    {
        for (const CellCursor& cursor : cursors_) {
            const auto& around = grid_.tetrahedra()[cursor.cell.x].neighbours;
            const std::int32_t next = around[nearest_face(cursor.local).corner];
            if (next < 0) continue;
            hwy::Prefetch(&grid_.tetrahedra()[next]);
            hwy::Prefetch(&grid_.corners()[next]);
        }
    }

    HWY_NOINLINE Float crossing_rate(Vec3 /*p*/, Vec3 velocity) const
    {
        LanePoints velocities;
        velocities.take(velocity);
        LaneArray rate;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            rate.at[lane] =
                cursors_[lane].block < 0 ? 0.0F : grid_.crossing_rate(cursors_[lane], velocities.get(lane));
        return rate.value();
    }

private:
    HWY_INLINE std::uint32_t walk(const LanePoints& positions, std::uint32_t wanted)
    {
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0 || cursors_[lane].block < 0) continue;
            if (grid_.walk(positions.get(lane), cursors_[lane])) found |= 1U << lane;
        }
        return found;
    }

    /// The field at a lane's local coordinates; without a tetrahedron, in the first, a value that is not
    /// used.
    HWY_INLINE hn::Vec<Quad> blend(std::size_t lane) const
    {
        return values_.blend_lane(lane, grid_.corners()[cursors_[lane].cell.x], cursors_[lane].local);
    }

    /// Asks the index: at the boundary, in invalid tetrahedra and after long ways.
    HWY_NOINLINE std::uint32_t look_up(const LanePoints& positions, std::uint32_t wanted,
                                       hn::Vec<Quad> (&one)[lanes])
    {
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            if (grid_.locate(positions.get(lane), values_.nodes(lane), cursors_[lane])) found |= 1U << lane;
            one[lane] = blend(lane);
        }
        return found;
    }

    const TetrahedralGrid& grid_;
    Values values_;
    CellCursor cursors_[lanes];
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

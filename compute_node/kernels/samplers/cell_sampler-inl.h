// The common part of samplers that remember a cell for each lane and search all of them at once (per-target
// include): lanes that do not find their point step to a neighbour together; the rest is looked up lane by
// lane.
#if defined(FARFIELD_CELL_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CELL_SAMPLER_INL_H
#undef FARFIELD_CELL_SAMPLER_INL_H
#else
#define FARFIELD_CELL_SAMPLER_INL_H
#endif

#include "compute_node/grids/search/cell_cursor.h"
#include "compute_node/kernels/motion/lane_arrays-inl.h"
#include "compute_node/kernels/samplers/node_values-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Sampler, which derives from this, has besides sample(), put() and get(), for lanes given as bits:
/// - look(place, wanted): looks for places in the lanes' cells; returns the wanted lanes that found theirs,
///   and leaves local coordinates with all wanted lanes;
/// - step(place, wanted): takes lanes to neighbours; returns those that could move;
/// - blend(lane): the field at a lane's local coordinates.
template <class Sampler, class Grid, class Values>
class CellSampler {
public:
    static constexpr bool changes = Values::changes;
    static constexpr bool partial = false;
    static constexpr bool deferred = false;
    static constexpr bool looks_ahead = false;

    HWY_INLINE void prefetch(Vec3 /*position*/) const {}
    HWY_INLINE void load(const CellCursor* of_lane_0)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) self().put(lane, of_lane_0[lane]);
    }
    HWY_INLINE void store(CellCursor* of_lane_0) const
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) of_lane_0[lane] = self().get(lane);
    }

    HWY_NOINLINE Float crossing_rate(Vec3 /*p*/, Vec3 velocity) const
    {
        LanePoints velocities;
        LaneArray rate;
        velocities.take(velocity);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            rate.at[lane] =
                is_known(lane) ? grid_.crossing_rate(self().get(lane), velocities.get(lane)) : 0.0F;
        return rate.value();
    }

protected:
    HWY_INLINE CellSampler(const Grid& grid, const NodeSlices& slices) : grid_{grid}, values_{slices} {}

    /// Lanes that know a cell are all but those never released.
    HWY_INLINE bool is_known(std::size_t lane) const { return (known_ >> lane & 1U) != 0; }
    HWY_INLINE void set_known(std::size_t lane, bool knows)
    {
        const std::uint32_t bit = 1U << lane;
        known_ = knows ? known_ | bit : known_ & ~bit;
    }

    /// Lanes that can be sampled.
    HWY_INLINE std::uint32_t known_at(Float t, Mask wanted)
    {
        return to_bits(hn::And(wanted, values_.at_times(t))) & known_;
    }

    /// Looks into the lanes' cells and those beside; returns the lanes that found their places.
    template <class Place>
    HWY_INLINE std::uint32_t search(const Place& place, std::uint32_t wanted)
    {
        std::uint32_t found = 0, pending = wanted;
        for (int round = 0; round < max_rounds && pending != 0; ++round) {
            found |= self().look(place, pending);
            pending = self().step(place, pending & ~found);
        }
        return found;
    }

    /// The field in the cells of lanes that `found` theirs; the others of `all` are looked up.
    HWY_INLINE Sample sample_found(Vec3 p, Mask wanted, std::uint32_t all, std::uint32_t found)
    {
        hn::Vec<Quad> one[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) one[lane] = self().blend(lane);
        Sample values = transpose(one, wanted);
        found &= to_bits(hn::Eq(values.velocity.x, values.velocity.x));
        if (found != all) {
            found |= look_one_by_one(p, all & ~found, one);
            values = transpose(one, wanted);
        }
        values.inside = from_bits(found);
        return values;
    }

    const Grid& grid_;
    Values values_;
    LanePoints local_;  ///< where in the lanes' cells

private:
    /// Cells that lanes visit side by side. A stage crosses one or two; walks longer than this are rare.
    static constexpr int max_rounds = 4;

    HWY_INLINE Sampler& self() { return static_cast<Sampler&>(*this); }
    HWY_INLINE const Sampler& self() const { return static_cast<const Sampler&>(*this); }

    /// Walks on, or asks the index: at boundaries, in invalid cells and after long ways.
    HWY_NOINLINE std::uint32_t look_one_by_one(Vec3 p, std::uint32_t wanted, hn::Vec<Quad> (&one)[lanes])
    {
        LanePoints points;
        points.take(p);
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor cursor = self().get(lane);
            if (grid_.find(points.get(lane), values_.nodes(lane), cursor)) found |= 1U << lane;
            self().put(lane, cursor);
            one[lane] = self().blend(lane);
        }
        return found;
    }

    std::uint32_t known_ = 0;  ///< lanes
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

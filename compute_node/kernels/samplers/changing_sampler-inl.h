// The sampler of fields with a grid for each time slice (per-target include): each lane is looked up by
// itself, from nothing, in the grids of the slices about its time. A sample so depends on its place and time
// alone.
#if defined(FARFIELD_CHANGING_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CHANGING_SAMPLER_INL_H
#undef FARFIELD_CHANGING_SAMPLER_INL_H
#else
#define FARFIELD_CHANGING_SAMPLER_INL_H
#endif

#include "compute_node/fields/field_at_time.h"
#include "compute_node/kernels/motion/lane_arrays-inl.h"
#include "compute_node/kernels/motion/sphere_motion-inl.h"
#include "compute_node/kernels/samplers/samplers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// field: the grid of which changes.
template <bool is_on_sphere>
class ChangingSampler : public Forgetful {
public:
    static constexpr bool changes = true;
    static constexpr bool partial = false;

    HWY_INLINE ChangingSampler(const Field& field, const NodeSlices& slices)
        : field_{field},
          first_{slices.times.front()},
          last_{slices.times.back()},
          slack_{time_slack * (last_ - first_)}
    {}

    HWY_NOINLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        const std::uint32_t all = to_bits(hn::And(wanted, within(t, first_ - slack_, last_ + slack_)));
        LanePoints positions, velocities{};
        LaneArray times, scalars{};
        positions.take(p);
        times.take(t);
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((all >> lane & 1U) == 0) continue;
            Cell cell{times.at[lane], {}};
            const auto sample = sample_at(field_, positions.get(lane), cell.time, cell.cursor);
            if (!sample) continue;
            found |= 1U << lane;
            velocities.put(lane, sample->velocity);
            scalars.at[lane] = sample->scalar;
            cells_[lane] = cell;
        }
        return {velocities.value(), scalars.value(), from_bits(found)};
    }

    /// In the grid of the later slice.
    HWY_NOINLINE Float crossing_rate(Vec3 p, Vec3 velocity) const
    {
        LanePoints positions, velocities;
        LaneArray rate;
        positions.take(p);
        velocities.take(velocity);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            rate.at[lane] = cells_[lane].cursor.block < 0
                                ? 0.0F
                                : crossing_rate_at(field_, cells_[lane].time, cells_[lane].cursor,
                                                   positions.get(lane), velocities.get(lane));
        return rate.value();
    }

private:
    /// Position in which a lane was found last.
    struct Cell {
        float time = 0.0F;
        CellCursor cursor;
    };

    const Field& field_;
    float first_, last_, slack_;
    Cell cells_[lanes];
};

template <>
struct MotionOf<ChangingSampler<true>> {
    using Type = SphereMotion;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The lines that a vector's lanes are at, one by one (per-target include).
#if defined(FARFIELD_LINE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_LANES_INL_H
#undef FARFIELD_LINE_LANES_INL_H
#else
#define FARFIELD_LINE_LANES_INL_H
#endif

#include "compute_node/kernels/integrators-inl.h"
#include "compute_node/kernels/lane_arrays-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// The lanes as arrays, for what is decided lane by lane.
struct LineLanes {
    LaneArray x, y, z, x_lost, y_lost, z_lost, elapsed, elapsed_lost, u, v, w, scalar;
    LaneArray clock, max_time, length, step, trial;
    std::size_t seed[lanes];
    std::uint32_t steps[lanes];
    bool active[lanes];
    bool fresh[lanes];        ///< not sampled yet: its first attempt has no length
    bool moved[lanes];        ///< since the last point
    float unfinished[lanes];  ///< of a step of which a stage failed: what is left of it; 0 = none failed
    float whole[lanes];       ///< that step

    HWY_INLINE void take(const Heads& heads)
    {
        x.take(heads.x.value);
        y.take(heads.y.value);
        z.take(heads.z.value);
        x_lost.take(heads.x.lost);
        y_lost.take(heads.y.lost);
        z_lost.take(heads.z.lost);
        elapsed.take(heads.elapsed.value);
        elapsed_lost.take(heads.elapsed.lost);
        u.take(heads.velocity.x);
        v.take(heads.velocity.y);
        w.take(heads.velocity.z);
        scalar.take(heads.scalar);
    }
    HWY_INLINE Heads heads() const
    {
        return {{x.value(), x_lost.value()},       {y.value(), y_lost.value()},
                {z.value(), z_lost.value()},       {elapsed.value(), elapsed_lost.value()},
                {u.value(), v.value(), w.value()}, scalar.value()};
    }
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

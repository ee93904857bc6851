// The motion of particles where positions are those of space: straight on (per-target include). On the Earth:
// sphere/motion-inl.h.
#if defined(FARFIELD_FLAT_MOTION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_FLAT_MOTION_INL_H
#undef FARFIELD_FLAT_MOTION_INL_H
#else
#define FARFIELD_FLAT_MOTION_INL_H
#endif

#include "compute_node/fields/length_metric.h"
#include "compute_node/fields/node_slices.h"
#include "compute_node/kernels/motion/lanes-inl.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Velocities at both ends of a step in length units, as seen from its beginning.
struct Carried {
    Vec3 before, after;
};

/// A motion begins at positions; steps times rates lead on from there.
class FlatMotion {
public:
    /// The position of a stage's sample, and all that its rate follows from.
    struct Place {
        Vec3 position;
    };

    HWY_INLINE FlatMotion(const LengthMetric& /*metric*/, Vec3 from) : from_{from} {}

    HWY_INLINE Place begin() const { return {from_}; }
    /// The place to which `step` times `rate` leads.
    HWY_INLINE Place place(Float step, Vec3 rate) const { return {add_scaled(from_, step, rate)}; }
    /// By what the position changes on the way there.
    HWY_INLINE Vec3 change(Float step, Vec3 rate) const { return scaled(rate, step); }
    /// Clamps coordinates that rounding puts beyond the axis's end.
    HWY_INLINE void keep_within(Float& /*y*/) const {}
    HWY_INLINE Vec3 rate(Vec3 velocity, const Place& /*place*/) const { return velocity; }
    /// Length of `step` times `rate`, in length units.
    HWY_INLINE Float length(Float step, Vec3 rate) const { return hn::Mul(hn::Abs(step), length_of(rate)); }

    /// A velocity in length units per second.
    static HWY_INLINE Vec3 measured(const LengthMetric& /*metric*/, Vec3 velocity) { return velocity; }
    /// The length of a change of a position that was at y.
    static HWY_INLINE Float distance(const LengthMetric& /*metric*/, Float /*y*/, Vec3 change)
    {
        return length_of(change);
    }
    static HWY_INLINE Carried carried(const LengthMetric& /*metric*/, Float /*y*/, Vec3 /*change*/,
                                      Vec3 before, Vec3 after)
    {
        return {before, after};
    }

private:
    Vec3 from_;
};

/// Samplers that need it take the field's metric as well.
template <class Sampler, class Grid>
HWY_INLINE Sampler make_sampler(const Grid& grid, const NodeSlices& slices, const LengthMetric& metric)
{
    if constexpr (std::is_constructible_v<Sampler, const Grid&, const NodeSlices&, const LengthMetric&>)
        return Sampler{grid, slices, metric};
    else
        return Sampler{grid, slices};
}

/// The motion that goes with a sampler.
template <class Sampler>
struct MotionOf {
    using Type = FlatMotion;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

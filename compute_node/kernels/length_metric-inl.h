// Lengths of ways and velocities, which on latitude-longitude grids are metres (per-target include).
#if defined(FARFIELD_LENGTH_METRIC_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LENGTH_METRIC_INL_H
#undef FARFIELD_LENGTH_METRIC_INL_H
#else
#define FARFIELD_LENGTH_METRIC_INL_H
#endif

#include "compute_node/fields/length_metric.h"
#include "compute_node/kernels/lanes-inl.h"

#include <hwy/contrib/math/math-inl.h>

#include <numbers>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// As geo.h does it. Not inlined: few fields need it, and all kernels' loops would have to go round it.
inline HWY_NOINLINE Vec3 in_metres(Vec3 way, Float latitude, float z)
{
    constexpr double radians = std::numbers::pi / 180.0, metres = earth_radius_metres * radians;
    const Float off_pole = hn::Min(hn::Abs(latitude), set(static_cast<float>(max_latitude)));
    const Float east = hn::Cos(floats, hn::Mul(off_pole, set(static_cast<float>(radians))));
    const Float north = set(static_cast<float>(metres));
    return {hn::Mul(way.x, hn::Mul(east, north)), hn::Mul(way.y, north), hn::Mul(way.z, set(z))};
}

inline HWY_NOINLINE Float length_in_metres(Vec3 way, Float latitude, float z)
{
    return length_of(in_metres(way, latitude, z));
}

/// Of a position whose y is counted from the field's origin.
HWY_INLINE Float latitude_at(const LengthMetric& metric, Float y)
{
    return hn::Add(y, set(metric.origin_latitude));
}

/// A short way near a y of the field's, or a velocity there.
HWY_INLINE Vec3 measured(const LengthMetric& metric, Vec3 way, Float y)
{
    return HWY_LIKELY(!metric.geographic) ? way : in_metres(way, latitude_at(metric, y), metric.z);
}

/// Its length: what is not inlined hands back one register instead of three.
HWY_INLINE Float measured_length(const LengthMetric& metric, Vec3 way, Float y)
{
    return HWY_LIKELY(!metric.geographic) ? length_of(way)
                                          : length_in_metres(way, latitude_at(metric, y), metric.z);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

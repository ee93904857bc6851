// The rays of a packet in binary32, from their exact directions (per-target include).
#if defined(FARFIELD_RAY_AIMING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_RAY_AIMING_INL_H
#undef FARFIELD_RAY_AIMING_INL_H
#else
#define FARFIELD_RAY_AIMING_INL_H
#endif

#include "compute_node/terrain/ray_settling-inl.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

HWY_INLINE Axis axis_from(double eye)
{
    const double post = std::floor(eye);
    return {static_cast<std::int32_t>(post), static_cast<float>(eye - post)};
}

/// An eye's height, lowered by what rounding may come to.
HWY_INLINE float lowered_eye(const HeightBlocks& terrain, double z)
{
    const double highest =
        std::max({std::abs(z), std::abs(double{terrain.highest}), std::abs(double{terrain.lowest})});
    return static_cast<float>(z - rounding * highest);
}

HWY_INLINE Float as_floats(const std::array<double, lanes>& values)
{
    static_assert(lanes == 2 * double_lanes);
    const auto half = [&values](std::size_t lane) {
        return hn::DemoteTo(few_floats, hn::Load(doubles, &values[lane]));
    };
    return hn::Combine(floats, half(double_lanes), half(0));
}

/// So large where there is none that a ray never leaves the planes it runs between.
HWY_INLINE Float inverse(Float direction)
{
    const Float least = set(1e-20F);
    const Float signed_least = hn::IfThenElse(hn::Lt(direction, hn::Zero(floats)), hn::Neg(least), least);
    const Float safe = hn::IfThenElse(hn::Lt(hn::Abs(direction), least), signed_least, direction);
    return hn::Div(set(1.0F), safe);
}

/// Everything of a packet that its directions tell.
template <bool is_curved>
HWY_INLINE void aim(Packet& p, const Directions& d)
{
    p.dx = as_floats(d.x);
    p.dy = as_floats(d.y);
    const Float dz = as_floats(d.z);
    p.dz = hn::NegMulAdd(set(rounding), hn::Abs(dz), dz);
    p.down = hn::Lt(p.dz, hn::Zero(floats));
    p.inverse_x = inverse(p.dx);
    p.inverse_y = inverse(p.dy);
    p.blur = hn::Mul(set(rounding), hn::Add(hn::Abs(p.dx), hn::Abs(p.dy)));
    p.bend = is_curved ? hn::Mul(set(1.0F - rounding), as_floats(d.bend)) : hn::Zero(floats);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

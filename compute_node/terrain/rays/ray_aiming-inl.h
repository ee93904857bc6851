// The rays of a packet in binary32, from their exact directions (per-target include).
#if defined(FARFIELD_RAY_AIMING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_RAY_AIMING_INL_H
#undef FARFIELD_RAY_AIMING_INL_H
#else
#define FARFIELD_RAY_AIMING_INL_H
#endif

#include "compute_node/terrain/rays/ray_settling-inl.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

HWY_INLINE Axis axis_from(double eye)
{
    const double post = std::floor(eye);
    return {static_cast<std::int32_t>(post), static_cast<float>(eye - post)};
}

/// An eye's height, lowered by the bound of rounding.
HWY_INLINE float lowered_eye(const HeightBlocks& terrain, double z)
{
    const double highest =
        std::max({std::abs(z), std::abs(double{terrain.highest}), std::abs(double{terrain.lowest})});
    return static_cast<float>(z - rounding * highest);
}

template <std::size_t width>
HWY_INLINE Floats<width / lanes> as_floats(const std::array<double, width>& values)
{
    static_assert(lanes == 2 * double_lanes);
    const auto half = [&values](std::size_t lane) {
        return hn::DemoteTo(few_floats, hn::Load(doubles, &values[lane]));
    };
    return wide<width / lanes>(
        [&](std::size_t k) { return hn::Combine(floats, half(k * lanes + double_lanes), half(k * lanes)); });
}

/// The inverse of a direction; of 0, one so large that a ray never leaves the planes it runs between.
template <std::size_t parts>
HWY_INLINE Floats<parts> inverse(Floats<parts> direction)
{
    const Floats<parts> least = all<parts>(1e-20F);
    const Floats<parts> signed_least = if_then_else(direction < all<parts>(0.0F), -least, least);
    return all<parts>(1.0F) / if_then_else(abs(direction) < least, signed_least, direction);
}

/// The quantities of a packet that follow from its directions.
template <bool is_curved, std::size_t parts>
HWY_INLINE void aim(Packet<parts>& p, const Directions<parts>& d)
{
    p.dx = as_floats(d.x);
    p.dy = as_floats(d.y);
    const Floats<parts> dz = as_floats(d.z);
    p.dz = neg_mul_add(all<parts>(rounding), abs(dz), dz);
    p.down = p.dz < all<parts>(0.0F);
    p.inverse_x = inverse(p.dx);
    p.inverse_y = inverse(p.dy);
    const Floats<parts> longer = all<parts>(1.0F + rounding);
    p.late_x = longer * p.inverse_x;
    p.late_y = longer * p.inverse_y;
    p.blur = all<parts>(rounding) * (abs(p.dx) + abs(p.dy));
    p.bend = is_curved ? all<parts>(1.0F - rounding) * as_floats(d.bend) : all<parts>(0.0F);
}

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Motion over the Earth (per-target include). Away from the poles rates are those of longitude and latitude.
// Near one, where longitude has no rate, a step goes over a plane that touches the sphere where the step
// begins, through which lines from the Earth's centre pierce (gnomonic): the pole is an ordinary point of it,
// and a particle that passes it continues on the other side.
#if defined(FARFIELD_SPHERE_MOTION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_SPHERE_MOTION_INL_H
#undef FARFIELD_SPHERE_MOTION_INL_H
#else
#define FARFIELD_SPHERE_MOTION_INL_H
#endif

#include "compute_node/grids/geo.h"
#include "compute_node/kernels/motion/flat_motion-inl.h"

#include <hwy/contrib/math/math-inl.h>

#include <numbers>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

inline constexpr float radians_of_degree = std::numbers::pi_v<float> / 180.0F;
inline constexpr float least_divisor = 1e-30F;  ///< for divisors whose zero does not matter

HWY_INLINE Float radians(Float degrees)
{
    return hn::Mul(degrees, set(radians_of_degree));
}
HWY_INLINE Float degrees(Float radians)
{
    return hn::Mul(radians, set(1.0F / radians_of_degree));
}

/// Cosine of a latitude, by the distance to the pole, which has the digits that it needs.
inline HWY_NOINLINE Float cosine_of_latitude(Float latitude)
{
    return hn::Sin(floats, radians(hn::Sub(set(90.0F), hn::Abs(latitude))));
}
inline HWY_NOINLINE Float sine_of_latitude(Float latitude)
{
    return hn::CopySign(hn::Cos(floats, radians(hn::Sub(set(90.0F), hn::Abs(latitude)))), latitude);
}

/// The angle of (x, y) from the x axis, in radians; that of (0, 0) is 0.
inline HWY_NOINLINE Float angle_of(Float y, Float x)
{
    const Float across = hn::Abs(y), along = hn::Abs(x);
    const Float larger = hn::Max(hn::Max(across, along), set(least_divisor));
    const Float first = hn::Atan(floats, hn::Div(hn::Min(across, along), larger));
    const Float eighth =
        hn::IfThenElse(hn::Gt(across, along), hn::Sub(set(std::numbers::pi_v<float> / 2.0F), first), first);
    const Float half =
        hn::IfThenElse(hn::Lt(x, hn::Zero(floats)), hn::Sub(set(std::numbers::pi_v<float>), eighth), eighth);
    return hn::CopySign(half, y);
}

class SphereMotion {
public:
    /// The origin of rates near a pole: a place of the plane, seen from the Earth's centre. The axes are the
    /// Earth's, longitudes are counted from the step's beginning.
    struct Pierced {
        Vec3 on_plane;                   ///< towards east and north of the beginning, in Earth radii; x and y
        Float distance;                  ///< of that place from the centre, in Earth radii
        Float east_sine, east_cosine;    ///< of the longitude
        Float north_sine, north_cosine;  ///< of the latitude
    };
    struct Place {
        Vec3 position;
        Float cosine;  ///< of the latitude
        Pierced pierced;
    };

    HWY_INLINE SphereMotion(const LengthMetric& metric, Vec3 from)
        : origin_{metric.origin_latitude}, z_{metric.z}, from_{from}
    {
        const Float latitude = hn::Add(from.y, set(origin_));
        is_polar_ = hn::Gt(hn::Abs(latitude), set(static_cast<float>(polar_latitude)));
        any_polar_ = !hn::AllFalse(floats, is_polar_);
        sine_ = cosine_ = hn::Zero(floats);
        if (HWY_LIKELY(!any_polar_)) return;
        sine_ = sine_of_latitude(latitude);
        cosine_ = cosine_of_latitude(latitude);
    }

    HWY_INLINE Place begin() const
    {
        const Float zero = hn::Zero(floats);
        return place(zero, {zero, zero, zero});
    }
    HWY_INLINE Place place(Float step, Vec3 rate) const
    {
        Place there;
        there.position = add_scaled(from_, step, rate);
        if (HWY_UNLIKELY(any_polar_)) pierce(scaled(rate, step), there);
        there.cosine =
            hn::Max(cosine_of_latitude(hn::Add(there.position.y, set(origin_))), set(least_cosine));
        return there;
    }
    HWY_INLINE Vec3 change(Float step, Vec3 rate) const
    {
        Vec3 change = scaled(rate, step);
        if (HWY_UNLIKELY(any_polar_)) change = over_the_pole(change);
        return change;
    }
    /// Latitudes near a pole do not lie beyond it.
    HWY_INLINE void keep_within(Float& y) const
    {
        if (HWY_LIKELY(!any_polar_)) return;
        const Float kept = hn::Min(hn::Max(y, set(-90.0F - origin_)), set(90.0F - origin_));
        y = hn::IfThenElse(hn::And(is_polar_, hn::Eq(y, y)), kept, y);
    }
    HWY_INLINE Vec3 rate(Vec3 velocity, const Place& at) const
    {
        Vec3 along{hn::Div(velocity.x, at.cosine), velocity.y, velocity.z};
        if (HWY_UNLIKELY(any_polar_)) along = select(is_polar_, on_plane(velocity, at.pierced), along);
        return along;
    }
    HWY_INLINE Float length(Float step, Vec3 rate) const
    {
        return distance_of(hn::Add(from_.y, set(origin_)), change(step, rate), z_);
    }

    static HWY_INLINE Vec3 measured(const LengthMetric& metric, Vec3 velocity)
    {
        const Float metres = set(static_cast<float>(metres_per_degree));
        return {hn::Mul(velocity.x, metres), hn::Mul(velocity.y, metres), hn::Mul(velocity.z, set(metric.z))};
    }
    static HWY_INLINE Float distance(const LengthMetric& metric, Float y, Vec3 change)
    {
        return distance_of(hn::Add(y, set(metric.origin_latitude)), change, metric.z);
    }
    static HWY_INLINE Carried carried(const LengthMetric& metric, Float y, Vec3 change, Vec3 before,
                                      Vec3 after)
    {
        const Float latitude = hn::Add(y, set(metric.origin_latitude));
        return {measured(metric, before), measured(metric, carried_back(latitude, change, after))};
    }

private:
    static constexpr float least_cosine = 1.7453293e-4F;  ///< that of max_latitude

    /// The place on the sphere of a place on the plane.
    HWY_NOINLINE void pierce(Vec3 way, Place& there) const
    {
        Pierced& p = there.pierced;
        p.on_plane = {radians(way.x), radians(way.y), hn::Zero(floats)};
        const Float one = set(1.0F);
        const Float outward = hn::NegMulAdd(p.on_plane.y, sine_, cosine_);  // from the axis at the beginning
        const Float along_axis = hn::MulAdd(p.on_plane.y, cosine_, sine_);
        const Float from_axis = length_of({outward, p.on_plane.x, hn::Zero(floats)});
        p.distance =
            hn::Sqrt(hn::MulAdd(p.on_plane.x, p.on_plane.x, hn::MulAdd(p.on_plane.y, p.on_plane.y, one)));
        const Mask off_axis = hn::Gt(from_axis, set(least_divisor));
        p.east_cosine = hn::IfThenElse(off_axis, hn::Div(outward, from_axis), one);
        p.east_sine = hn::IfThenElseZero(off_axis, hn::Div(p.on_plane.x, from_axis));
        p.north_cosine = hn::Div(from_axis, p.distance);
        p.north_sine = hn::Div(along_axis, p.distance);
        const Vec3 change = over_the_pole(way);
        const Vec3 position{hn::Add(from_.x, change.x), hn::Add(from_.y, change.y),
                            hn::Add(from_.z, change.z)};
        there.position = select(is_polar_, position, there.position);
        keep_within(there.position.y);
    }

    /// By what longitude and latitude change on the way to a place of the plane, near a pole; elsewhere the
    /// way itself. The latitude's is taken without the difference of two latitudes, which would lose the
    /// digits of short steps.
    HWY_NOINLINE Vec3 over_the_pole(Vec3 way) const
    {
        const Float east = radians(way.x), north = radians(way.y);
        const Float outward = hn::NegMulAdd(north, sine_, cosine_);
        const Float along_axis = hn::MulAdd(north, cosine_, sine_);
        const Float from_axis = length_of({outward, east, hn::Zero(floats)});
        const Float sum = hn::Max(hn::Add(from_axis, cosine_), set(least_divisor));
        const Float inward = hn::Mul(north, sine_);
        // from_axis - cosine_, by the difference of their squares
        const Float squares =
            hn::MulAdd(east, east, hn::Mul(inward, hn::NegMulAdd(set(2.0F), cosine_, inward)));
        const Float farther = hn::Div(squares, sum);
        const Float northward = hn::NegMulAdd(sine_, farther, hn::Mul(north, hn::Mul(cosine_, cosine_)));
        const Float ahead = hn::MulAdd(from_axis, cosine_, hn::Mul(along_axis, sine_));
        const Vec3 change{degrees(angle_of(east, outward)), degrees(angle_of(northward, ahead)), way.z};
        return select(is_polar_, change, way);
    }

    /// Rate of a place on the plane that moves with a velocity on the sphere.
    HWY_NOINLINE Vec3 on_plane(Vec3 velocity, const Pierced& p) const
    {
        const Float& u = velocity.x;
        const Float& v = velocity.y;
        const Float inward = hn::Mul(v, p.north_sine);
        const Float x = hn::Neg(hn::MulAdd(u, p.east_sine, hn::Mul(inward, p.east_cosine)));
        const Float y = hn::MulSub(u, p.east_cosine, hn::Mul(inward, p.east_sine));
        const Float z = hn::Mul(v, p.north_cosine);
        const Float outward = hn::MulAdd(cosine_, x, hn::Mul(sine_, z));  // of the plane
        const Float north = hn::MulSub(cosine_, z, hn::Mul(sine_, x));
        return {hn::Mul(p.distance, hn::NegMulAdd(p.on_plane.x, outward, y)),
                hn::Mul(p.distance, hn::NegMulAdd(p.on_plane.y, outward, north)), velocity.z};
    }

    /// Metres over the sphere (haversines), and of height.
    static HWY_NOINLINE Float distance_of(Float latitude, Vec3 change, float z)
    {
        const Float half = set(0.5F);
        const Float north = hn::Sin(floats, radians(hn::Mul(half, change.y)));
        const Float east = hn::Sin(floats, radians(hn::Mul(half, change.x)));
        const Float squeeze =
            hn::Mul(hn::Max(cosine_of_latitude(latitude), hn::Zero(floats)),
                    hn::Max(cosine_of_latitude(hn::Add(latitude, change.y)), hn::Zero(floats)));
        const Float square = hn::MulAdd(north, north, hn::Mul(squeeze, hn::Mul(east, east)));
        const Float angle = hn::Asin(floats, hn::Min(hn::Sqrt(square), set(1.0F)));
        const Float over_ground = hn::Mul(angle, set(static_cast<float>(2.0 * earth_radius_metres)));
        return length_of({over_ground, hn::Mul(change.z, set(z)), hn::Zero(floats)});
    }

    /// A velocity at the end of a way, seen from its beginning: east and north turn along a great circle by
    /// the convergence of the meridians.
    static HWY_NOINLINE Vec3 carried_back(Float latitude, Vec3 change, Vec3 after)
    {
        const Float half = set(0.5F);
        const Float east = radians(hn::Mul(half, change.x)), north = radians(hn::Mul(half, change.y));
        const Float middle = hn::MulAdd(half, change.y, latitude);
        const Float turned = hn::Mul(hn::Sin(floats, east), hn::Sin(floats, radians(middle)));
        const Float kept = hn::Mul(hn::Cos(floats, east), hn::Cos(floats, north));
        const Float squares = hn::Max(hn::MulAdd(turned, turned, hn::Mul(kept, kept)), set(least_divisor));
        const Float cosine = hn::Div(hn::MulSub(kept, kept, hn::Mul(turned, turned)), squares);
        const Float sine = hn::Div(hn::Mul(set(2.0F), hn::Mul(turned, kept)), squares);
        return {hn::MulSub(after.x, cosine, hn::Mul(after.y, sine)),
                hn::MulAdd(after.x, sine, hn::Mul(after.y, cosine)), after.z};
    }

    float origin_;
    float z_;  ///< length units in one of height
    Vec3 from_;
    Mask is_polar_;
    bool any_polar_;
    Float sine_, cosine_;  ///< of the latitude where the step begins, where some lane is polar
};

/// A sampler of a field over the Earth.
template <class Sampler>
class OnSphere : public Sampler {
public:
    template <class Grid>
    HWY_INLINE OnSphere(const Grid& grid, const NodeSlices& slices, const LengthMetric& metric)
        : Sampler{grid, slices}, origin_{metric.origin_latitude}
    {}

    HWY_INLINE Float crossing_rate(Vec3 p, Vec3 velocity) const
    {
        return Sampler::crossing_rate(p, in_position_units(p, velocity));
    }

private:
    /// Cells within a degree of a pole count as being as wide as they are there, or their tip would be
    /// crossed in no time.
    HWY_INLINE Vec3 in_position_units(Vec3 p, Vec3 velocity) const
    {
        const Float latitude = hn::Min(hn::Abs(hn::Add(p.y, set(origin_))), set(89.0F));
        return {hn::Div(velocity.x, cosine_of_latitude(latitude)), velocity.y, velocity.z};
    }

    float origin_;
};

template <class Sampler>
struct MotionOf<OnSphere<Sampler>> {
    using Type = SphereMotion;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The time of a node from its neighbours' times, a source a lane (per-target include).
#if defined(FARFIELD_UPWIND_UPDATE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_UPWIND_UPDATE_INL_H
#undef FARFIELD_UPWIND_UPDATE_INL_H
#else
#define FARFIELD_UPWIND_UPDATE_INL_H
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace farfield::tomography::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// An axis in the sum over axes of (weight (t - from))^2 = step^2, taken where t > from.
template <class Float>
struct Upwind {
    Float from, weight;
};

/// The upwind neighbour along one axis. ahead: the given part of the difference, spacing times the derivative
/// of T0; towards: memory to the next node along the axis. Second order is the one-sided difference over
/// three nodes. It is blended with first order by their difference, so that the update is continuous in all
/// times and sweeps come to rest.
template <bool is_second_order, class Tag, class Float = hn::Vec<Tag>>
HWY_INLINE Upwind<Float> upwind(Tag tag, const float* at, std::ptrdiff_t towards, Float ahead,
                                Float inverse_step)
{
    const Float one = hn::Set(tag, 1.0F);
    const Float below = hn::Load(tag, at - towards), above = hn::Load(tag, at + towards);
    const Float from_below = hn::Sub(below, ahead), from_above = hn::Add(above, ahead);
    const Float first = hn::Min(from_below, from_above);
    if constexpr (!is_second_order) return {first, one};
    const auto is_below = hn::Le(from_below, from_above);
    const Float near = hn::IfThenElse(is_below, below, above);
    const Float far =
        hn::IfThenElse(is_below, hn::Load(tag, at - 2 * towards), hn::Load(tag, at + 2 * towards));
    // A third of the rise between the two nodes: at most a third of the step in a smooth medium.
    const Float bend = hn::Mul(hn::Sub(hn::Add(near, hn::Sub(near, first)), far), hn::Set(tag, 1.0F / 3.0F));
    const Float part = hn::Mul(bend, inverse_step);
    const Float rising = hn::MulAdd(part, hn::Set(tag, 2.0F), one);
    const Float falling = hn::Mul(hn::Sub(one, part), hn::Set(tag, 1.0F / 0.3F));
    const Float blend = hn::Max(hn::Zero(tag), hn::Min(one, hn::Min(rising, falling)));
    return {hn::MulAdd(blend, bend, first), hn::MulAdd(blend, hn::Set(tag, 0.5F), one)};
}

/// The greater root of the sum over two or three axes; is_causal: it is later than each `from`.
template <class Tag, class Float = hn::Vec<Tag>>
struct Root {
    Float time;
    hn::Mask<Tag> is_causal;
};

/// The root. a, b, c: sums of weights^2, weights^2 e and weights^2 e^2 with e = from - base, c less step^2.
template <class Tag, class Float = hn::Vec<Tag>>
HWY_INLINE Root<Tag> root_of(Tag tag, Float base, Float a, Float b, Float c, Float latest)
{
    const Float discriminant = hn::MulSub(b, b, hn::Mul(a, c));
    const Float root = hn::Sqrt(hn::Max(discriminant, hn::Zero(tag)));
    const Float time = hn::Add(base, hn::Div(hn::Add(b, root), a));
    return {time, hn::And(hn::Ge(discriminant, hn::Zero(tag)), hn::Gt(time, latest))};
}

/// The time from the two axes with the earlier neighbours, or from one of them.
template <class Tag, class Float = hn::Vec<Tag>>
HWY_INLINE Float time_of_fewer(Tag tag, Upwind<Float> x, Upwind<Float> y, Upwind<Float> z, Float step)
{
    const auto z_is_last = hn::Ge(z.from, hn::Max(x.from, y.from));
    const auto x_is_last = hn::AndNot(z_is_last, hn::Ge(x.from, y.from));
    const Upwind<Float> p{hn::IfThenElse(x_is_last, y.from, x.from),
                          hn::IfThenElse(x_is_last, y.weight, x.weight)};
    const Upwind<Float> q{hn::IfThenElse(z_is_last, y.from, z.from),
                          hn::IfThenElse(z_is_last, y.weight, z.weight)};
    const Float e = hn::Sub(q.from, p.from), square = hn::Mul(q.weight, q.weight);
    const Float b = hn::Mul(square, e);
    const Float c = hn::MulSub(b, e, hn::Mul(step, step));
    const Root<Tag> two =
        root_of(tag, p.from, hn::MulAdd(p.weight, p.weight, square), b, c, hn::Max(p.from, q.from));
    const auto p_is_first = hn::Le(p.from, q.from);
    const Float weight = hn::IfThenElse(p_is_first, p.weight, q.weight);
    const Float one = hn::Add(hn::Min(p.from, q.from), hn::Div(step, weight));
    return hn::IfThenElse(two.is_causal, two.time, one);
}

/// The root over as many axes as are causal (Godunov's scheme). Nearly always all lanes have three.
template <class Tag, class Float = hn::Vec<Tag>>
HWY_INLINE Float upwind_time(Tag tag, Upwind<Float> x, Upwind<Float> y, Upwind<Float> z, Float step)
{
    const Float ey = hn::Sub(y.from, x.from), ez = hn::Sub(z.from, x.from);
    const Float yy = hn::Mul(y.weight, y.weight), zz = hn::Mul(z.weight, z.weight);
    const Float by = hn::Mul(yy, ey), bz = hn::Mul(zz, ez);
    const Float a = hn::MulAdd(x.weight, x.weight, hn::Add(yy, zz));
    const Float c = hn::MulAdd(by, ey, hn::MulSub(bz, ez, hn::Mul(step, step)));
    const Root<Tag> three =
        root_of(tag, x.from, a, hn::Add(by, bz), c, hn::Max(x.from, hn::Max(y.from, z.from)));
    if (HWY_LIKELY(hn::AllTrue(tag, three.is_causal))) return three.time;
    return hn::IfThenElse(three.is_causal, three.time, time_of_fewer(tag, x, y, z, step));
}

}  // namespace farfield::tomography::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The common types of all kernels: the vector type, and the four values of a sample (per-target include).
#if defined(FARFIELD_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LANES_INL_H
#undef FARFIELD_LANES_INL_H
#else
#define FARFIELD_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// At most eight particles a vector: with sixteen the loads per particle, not the arithmetic, are the limit.
using Floats = hn::CappedTag<float, 8>;
using Ints = hn::RebindToSigned<Floats>;
using Float = hn::Vec<Floats>;
using Int = hn::Vec<Ints>;
using Mask = hn::Mask<Floats>;

inline constexpr Floats floats{};
inline constexpr Ints ints{};
inline constexpr std::size_t lanes = hn::MaxLanes(floats);

struct Vec3 {
    Float x, y, z;
};

/// The field at one position per lane. Where `inside` is false the values mean nothing.
struct Sample {
    Vec3 velocity;
    Float scalar;
    Mask inside;
};

HWY_INLINE Float set(float value)
{
    return hn::Set(floats, value);
}

/// Whole numbers below 2^23: their bits stand in the sum with 2^23 (larger ones come out too small).
/// Highway's own conversion takes care of all floats, with four instructions more.
HWY_INLINE Int small_to_int(Float whole)
{
    const Float shift = set(8388608.0F);
    return hn::Sub(hn::BitCast(ints, hn::Add(whole, shift)), hn::BitCast(ints, shift));
}

/// a + b * c, fused where the target can.
HWY_INLINE Vec3 add_scaled(Vec3 a, Float b, Vec3 c)
{
    return {hn::MulAdd(b, c.x, a.x), hn::MulAdd(b, c.y, a.y), hn::MulAdd(b, c.z, a.z)};
}

HWY_INLINE Vec3 scaled(Vec3 v, Float by)
{
    return {hn::Mul(v.x, by), hn::Mul(v.y, by), hn::Mul(v.z, by)};
}

HWY_INLINE Vec3 subtract(Vec3 a, Vec3 b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE Vec3 select(Mask mask, Vec3 yes, Vec3 no)
{
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
            hn::IfThenElse(mask, yes.z, no.z)};
}

HWY_INLINE Float length_of(Vec3 v)
{
    return hn::Sqrt(hn::MulAdd(v.x, v.x, hn::MulAdd(v.y, v.y, hn::Mul(v.z, v.z))));
}

/// The length of a step by its chord and the angle between the velocities at its ends: that of a circle's
/// arc, 1 + angle^2 / 24 chords, which errs by the fourth power of the step. speeds: their product.
HWY_INLINE Float arc_of(Float chord, Vec3 before, Vec3 after, Float speeds)
{
    const Float dot =
        hn::MulAdd(before.x, after.x, hn::MulAdd(before.y, after.y, hn::Mul(before.z, after.z)));
    const Float cosine = hn::Div(dot, speeds);
    const Float angles = hn::IfThenElseZero(hn::Lt(cosine, set(1.0F)), hn::Sub(set(1.0F), cosine));
    return hn::MulAdd(chord, hn::Mul(set(2.0F / 24), angles), chord);
}

HWY_INLINE Mask within(Float value, float lo, float hi)
{
    return hn::And(hn::Ge(value, set(lo)), hn::Le(value, set(hi)));
}

/// The same floats with the bytes of each in the other order.
HWY_INLINE Float swap_bytes(Float value)
{
    const hn::Repartition<std::uint8_t, Floats> bytes;
    alignas(16) static constexpr std::uint8_t reversed[16] = {3,  2,  1, 0, 7,  6,  5,  4,
                                                              11, 10, 9, 8, 15, 14, 13, 12};
    return hn::BitCast(floats,
                       hn::TableLookupBytes(hn::BitCast(bytes, value), hn::LoadDup128(bytes, reversed)));
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

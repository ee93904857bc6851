// Several vectors of floats as one, so that the parts of a packet of rays hide each other's latencies
// (per-target include).
#if defined(FARFIELD_WIDE_FLOATS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_WIDE_FLOATS_INL_H
#undef FARFIELD_WIDE_FLOATS_INL_H
#else
#define FARFIELD_WIDE_FLOATS_INL_H
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr hn::CappedTag<float, 16> floats;
inline constexpr hn::RebindToSigned<hn::CappedTag<float, 16>> ints;
using Float = hn::Vec<hn::CappedTag<float, 16>>;
using Int = hn::Vec<hn::RebindToSigned<hn::CappedTag<float, 16>>>;
using Mask = hn::Mask<hn::CappedTag<float, 16>>;
inline constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<float, 16>());  ///< lanes of one vector

HWY_INLINE Float set(float value)
{
    return hn::Set(floats, value);
}

/// A float or a truth value for each lane of one vector or of two.
template <class Vector, std::size_t parts>
struct WideVector;
template <class Vector>
struct WideVector<Vector, 1> {
    Vector first;
};
template <class Vector>
struct WideVector<Vector, 2> {
    Vector first, second;
};
template <std::size_t parts>
using Floats = WideVector<Float, parts>;
template <std::size_t parts>
using Masks = WideVector<Mask, parts>;

/// A wide vector of parts. work(k): the vector of part k.
template <std::size_t parts, class Work>
HWY_INLINE auto wide(const Work& work)
{
    using Result = WideVector<decltype(work(std::size_t{0})), parts>;
    if constexpr (parts == 1)
        return Result{work(0)};
    else
        return Result{work(0), work(1)};
}

/// Applies work(vectors) to each part by itself.
template <class Work, class Vector, std::size_t parts, class... More>
HWY_INLINE auto by_parts(Work work, WideVector<Vector, parts> a, More... more)
{
    using Result = WideVector<decltype(work(a.first, more.first...)), parts>;
    if constexpr (parts == 1)
        return Result{work(a.first, more.first...)};
    else
        return Result{work(a.first, more.first...), work(a.second, more.second...)};
}

template <std::size_t parts>
HWY_INLINE Floats<parts> all(float value)
{
    return wide<parts>([value](std::size_t) { return set(value); });
}

template <std::size_t parts>
HWY_INLINE Floats<parts> operator+(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Add(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> operator-(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Sub(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> operator-(Floats<parts> a)
{
    return by_parts([](auto u) { return hn::Neg(u); }, a);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> operator*(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Mul(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> operator/(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Div(u, v); }, a, b);
}

/// a * b + c, rounded once.
template <std::size_t parts>
HWY_INLINE Floats<parts> mul_add(Floats<parts> a, Floats<parts> b, Floats<parts> c)
{
    return by_parts([](auto u, auto v, auto w) { return hn::MulAdd(u, v, w); }, a, b, c);
}

/// c - a * b, rounded once.
template <std::size_t parts>
HWY_INLINE Floats<parts> neg_mul_add(Floats<parts> a, Floats<parts> b, Floats<parts> c)
{
    return by_parts([](auto u, auto v, auto w) { return hn::NegMulAdd(u, v, w); }, a, b, c);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> max(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Max(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> min(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Min(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> abs(Floats<parts> a)
{
    return by_parts([](auto u) { return hn::Abs(u); }, a);
}

template <std::size_t parts>
HWY_INLINE Masks<parts> operator<=(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Le(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Masks<parts> operator<(Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Lt(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Masks<parts> operator&(Masks<parts> a, Masks<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::And(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Masks<parts> operator|(Masks<parts> a, Masks<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::Or(u, v); }, a, b);
}

/// True where b is true and a is false.
template <std::size_t parts>
HWY_INLINE Masks<parts> and_not(Masks<parts> a, Masks<parts> b)
{
    return by_parts([](auto u, auto v) { return hn::AndNot(u, v); }, a, b);
}

template <std::size_t parts>
HWY_INLINE Floats<parts> if_then_else(Masks<parts> mask, Floats<parts> a, Floats<parts> b)
{
    return by_parts([](auto u, auto v, auto w) { return hn::IfThenElse(u, v, w); }, mask, a, b);
}

template <std::size_t parts>
HWY_INLINE bool all_false(Masks<parts> mask)
{
    if constexpr (parts == 1)
        return hn::AllFalse(floats, mask.first);
    else
        return hn::AllFalse(floats, hn::Or(mask.first, mask.second));
}

template <std::size_t parts>
HWY_INLINE bool all_true(Masks<parts> mask)
{
    if constexpr (parts == 1)
        return hn::AllTrue(floats, mask.first);
    else
        return hn::AllTrue(floats, hn::And(mask.first, mask.second));
}

template <std::size_t parts>
HWY_INLINE float least_of(Floats<parts> a)
{
    if constexpr (parts == 1)
        return hn::GetLane(hn::MinOfLanes(floats, a.first));
    else
        return hn::GetLane(hn::MinOfLanes(floats, hn::Min(a.first, a.second)));
}

/// Lanes as bits, the first lowest.
using LaneBits = std::uint32_t;

template <std::size_t parts>
inline constexpr LaneBits all_lanes = ~LaneBits{0} >> (32 - parts * lanes);

template <class Tag, class MaskOfTag>
HWY_INLINE LaneBits bits_of(Tag tag, MaskOfTag mask)
{
    alignas(8) std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(tag, mask, bytes.data());
    return static_cast<LaneBits>(bytes[0] | bytes[1] << 8);
}

template <std::size_t parts>
HWY_INLINE LaneBits bits_of(Masks<parts> mask)
{
    LaneBits bits = bits_of(floats, mask.first);
    if constexpr (parts == 2) bits |= bits_of(floats, mask.second) << lanes;
    return bits;
}

template <class Tag>
HWY_INLINE auto mask_of(Tag tag, LaneBits bits)
{
    return hn::LoadMaskBits(tag, std::bit_cast<std::array<std::uint8_t, 8>>(std::uint64_t{bits}).data());
}

template <std::size_t parts>
HWY_INLINE Masks<parts> masks_of(LaneBits bits)
{
    return wide<parts>([bits](std::size_t k) { return mask_of(floats, bits >> (k * lanes)); });
}

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

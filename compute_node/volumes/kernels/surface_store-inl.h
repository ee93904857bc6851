// Vertices and normals as the payload of a Surface has them (model/programs/surface.h): big-endian, from
// registers into the send buffer. Included once for each instruction set.
#if defined(FARFIELD_SURFACE_STORE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_SURFACE_STORE_INL_H_
#undef FARFIELD_SURFACE_STORE_INL_H_
#else
#define FARFIELD_SURFACE_STORE_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// The lanes' bytes in the opposite order, on little-endian machines.
template <class D, class V>
HWY_INLINE V big_endian_lanes(D d, V words)
{
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (std::endian::native == std::endian::big) return words;
    const auto outer = hn::Or(hn::ShiftLeft<24>(words), hn::ShiftRight<24>(words));
    const auto upper = hn::And(hn::ShiftLeft<8>(words), hn::Set(d, 0x00FF0000U));
    const auto lower = hn::And(hn::ShiftRight<8>(words), hn::Set(d, 0x0000FF00U));
    return hn::Or(outer, hn::Or(upper, lower));
}

/// Stores vertices, 16 bytes a lane: x, y, z and s.
template <class D, class V>
HWY_INLINE void store_vertices(D d, V x, V y, V z, V s, std::byte* to)
{
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RebindToUnsigned<D> u;
    const auto swapped = [&](V lanes) HWY_ATTR { return big_endian_lanes(u, hn::BitCast(u, lanes)); };
    hn::StoreInterleaved4(swapped(x), swapped(y), swapped(z), swapped(s), u,
                          reinterpret_cast<std::uint32_t*>(to));
    (void)d;
}

/// Stores normals, 4 bytes a lane: directions of any length in the octahedral code of octahedral.h.
template <class D, class V>
HWY_INLINE void store_normals(D d, V x, V y, V z, std::byte* to)
{
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RebindToSigned<D> i;
    const hn::RebindToUnsigned<D> u;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0F), scale = hn::Set(d, 32767.0F);
    const auto length = hn::Add(hn::Abs(x), hn::Add(hn::Abs(y), hn::Abs(z)));
    const auto none = hn::Not(hn::And(hn::Gt(length, zero), hn::IsFinite(length)));
    const auto a = hn::Div(x, length), b = hn::Div(y, length);
    const auto signed_one = [&](V number)
                                HWY_ATTR { return hn::IfThenElse(hn::Lt(number, zero), hn::Neg(one), one); };
    const auto lower = hn::Lt(z, zero);
    const auto folded_a = hn::Mul(hn::Sub(one, hn::Abs(b)), signed_one(a));
    const auto folded_b = hn::Mul(hn::Sub(one, hn::Abs(a)), signed_one(b));
    const auto code = [&](V plain, V folded) HWY_ATTR {
        return hn::NearestInt(hn::Mul(hn::IfThenElse(lower, folded, plain), scale));
    };
    const auto high = hn::ShiftLeft<16>(hn::BitCast(u, code(a, folded_a)));
    const auto low = hn::And(hn::BitCast(u, code(b, folded_b)), hn::Set(u, 0xFFFFU));
    const auto words = hn::IfThenElse(hn::RebindMask(u, none), hn::Set(u, 0x80008000U), hn::Or(high, low));
    hn::StoreU(big_endian_lanes(u, words), u, reinterpret_cast<std::uint32_t*>(to));
    (void)i;
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target

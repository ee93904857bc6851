#include "net/message/byte_order.h"

// Compiled once for every instruction set; Highway calls the best one the machine has.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "net/message/byte_order.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace farfield::net::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Reverses the four bytes of every word of a vector.
template <class D, class V>
HWY_INLINE V swap_lanes(D words, V v)
{
#if HWY_TARGET == HWY_SCALAR
    return hn::Set(words, swap_bytes(hn::GetLane(v)));
#else
    const hn::Repartition<std::uint8_t, D> bytes;
    alignas(16) static constexpr std::uint8_t order[16] = {3,  2,  1, 0, 7,  6,  5,  4,
                                                           11, 10, 9, 8, 15, 14, 13, 12};
    return hn::BitCast(words, hn::TableLookupBytes(hn::BitCast(bytes, v), hn::LoadDup128(bytes, order)));
#endif
}

void copy_swapped_words(std::uint32_t* to, const std::uint32_t* from, std::size_t count)
{
    const hn::ScalableTag<std::uint32_t> words;
    const std::size_t lanes = hn::Lanes(words);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        hn::StoreU(swap_lanes(words, hn::LoadU(words, from + i)), words, to + i);
    for (; i < count; ++i) to[i] = swap_bytes(from[i]);
}

}  // namespace farfield::net::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::net {

HWY_EXPORT(copy_swapped_words);

void copy_swapped(std::span<std::uint32_t> to, std::span<const std::uint32_t> from) noexcept
{
    HWY_DYNAMIC_DISPATCH(copy_swapped_words)(to.data(), from.data(), from.size());
}

}  // namespace farfield::net
#endif

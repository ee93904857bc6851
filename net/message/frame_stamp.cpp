#include "net/message/frame_stamp.h"

#include "net/message/byte_order.h"

namespace farfield::net {

void encode_stamp(const FrameStamp& stamp, std::span<std::byte, frame_stamp_bytes> to) noexcept
{
    store_big(to.data(), stamp.counts[0]);
    store_big(to.data() + 4, stamp.counts[1]);
    store_big(to.data() + 8, stamp.frame);
    store_big(to.data() + 16, stamp.compute_ns);
    store_big(to.data() + 24, stamp.computed_at_ns);
}

FrameStamp stamp_of(std::span<const std::byte> payload) noexcept
{
    if (payload.size() < frame_stamp_bytes) return {};
    const std::byte* from = payload.data();
    return {
        .counts = {load_big<std::uint32_t>(from), load_big<std::uint32_t>(from + 4)},
        .frame = load_big<std::uint64_t>(from + 8),
        .compute_ns = load_big<std::uint64_t>(from + 16),
        .computed_at_ns = load_big<std::uint64_t>(from + 24),
    };
}

}  // namespace farfield::net

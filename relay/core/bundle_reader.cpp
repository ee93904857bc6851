#include "relay/core/bundle_reader.h"

#include "net/message/byte_order.h"

namespace farfield::net::relay {

std::optional<BundleReader> BundleReader::open(std::span<const std::byte> payload)
{
    const auto preamble = model::decode_bundle(payload);
    return preamble ? std::optional{BundleReader{payload, *preamble}} : std::nullopt;
}

Record BundleReader::record(std::uint32_t index) const
{
    const model::BundleEntry entry = model::bundle_entry(payload_, index);
    const auto bytes = payload_.subspan(entry.offset, entry.length);
    Record record{.bytes = bytes.subspan(model::record_prefix_bytes(entry.flags)),
                  .kind = static_cast<RecordKind>(entry.kind),
                  .flags = entry.flags,
                  .source = entry.source,
                  .arrival_ns = preamble_.oldest_ns + std::uint64_t{entry.arrival_us} * 1000};
    const std::byte* from = bytes.data();
    if ((entry.flags & model::record_masked) != 0) {
        record.mask = load_big<std::uint64_t>(from);
        from += model::record_mask_bytes;
    }
    if ((entry.flags & model::record_routed) != 0)
        record.route = {.number = load_big<std::uint64_t>(from + 8),
                        .origin = load_big<std::uint32_t>(from),
                        .hops_left = load_big<std::uint8_t>(from + 4),
                        .is_picture = from[5] == std::byte{1}};
    return record;
}

}  // namespace farfield::net::relay

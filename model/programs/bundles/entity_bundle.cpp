#include "model/programs/bundles/entity_bundle.h"

namespace farfield::model {

namespace {

/// True when the records lie after the index, in order without overlap, and within the payload.
bool has_sound_index(std::span<const std::byte> payload, std::uint32_t messages)
{
    std::size_t free_from = bundle_index_end(messages);
    for (std::uint32_t i = 0; i < messages; ++i) {
        const BundleEntry entry = bundle_entry(payload, i);
        if (entry.offset % bundle_alignment != 0 || entry.offset < free_from) return false;
        if (entry.length < record_prefix_bytes(entry.flags)) return false;
        free_from = std::size_t{entry.offset} + entry.length;
        if (free_from > payload.size()) return false;
    }
    return true;
}

}  // namespace

void encode_bundle_preamble(const BundlePreamble& preamble,
                            std::span<std::byte, bundle_preamble_bytes> to) noexcept
{
    store_big(to.data(), preamble.messages);
    store_big(to.data() + 4, preamble.level);
    store_big(to.data() + 5, static_cast<std::uint8_t>(preamble.reason));
    store_big(to.data() + 6, std::uint16_t{0});
    store_big(to.data() + 8, preamble.number);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.closed_at_ns);
    store_big(to.data() + 32, preamble.messages_before);
    store_big(to.data() + 40, preamble.dropped);
    store_big(to.data() + 48, preamble.record_bytes);
    store_big(to.data() + 52, preamble.relay);
    store_big(to.data() + 56, preamble.oldest_ns);
}

std::optional<BundlePreamble> decode_bundle(std::span<const std::byte> payload) noexcept
{
    if (payload.size() < bundle_preamble_bytes || payload.size() > max_bundle_bytes) return std::nullopt;
    const std::byte* from = payload.data();
    const BundlePreamble preamble{
        .messages = load_big<std::uint32_t>(from),
        .level = load_big<std::uint8_t>(from + 4),
        .reason = static_cast<CongestionReason>(load_big<std::uint8_t>(from + 5)),
        .number = load_big<std::uint64_t>(from + 8),
        .compute_ns = load_big<std::uint64_t>(from + 16),
        .closed_at_ns = load_big<std::uint64_t>(from + 24),
        .messages_before = load_big<std::uint64_t>(from + 32),
        .dropped = load_big<std::uint64_t>(from + 40),
        .record_bytes = load_big<std::uint32_t>(from + 48),
        .relay = load_big<std::uint32_t>(from + 52),
        .oldest_ns = load_big<std::uint64_t>(from + 56),
    };
    if (preamble.messages > max_bundle_messages) return std::nullopt;
    const std::size_t index_end = bundle_index_end(preamble.messages);
    if (index_end > payload.size() || preamble.record_bytes != payload.size() - index_end)
        return std::nullopt;
    return has_sound_index(payload, preamble.messages) ? std::optional{preamble} : std::nullopt;
}

BundleEntry bundle_entry(std::span<const std::byte> payload, std::uint32_t index) noexcept
{
    const std::byte* from = payload.data() + bundle_index_end(index);
    return {
        .offset = load_big<std::uint32_t>(from),
        .length = load_big<std::uint16_t>(from + 4),
        .kind = load_big<std::uint8_t>(from + 6),
        .flags = load_big<std::uint8_t>(from + 7),
        .source = load_big<std::uint32_t>(from + 8),
        .arrival_us = load_big<std::uint32_t>(from + 12),
    };
}

}  // namespace farfield::model

#include "relay/core/bundle_builder.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "net/message/byte_order.h"

namespace farfield::net::relay {

namespace {

/// Microseconds, rounded down, limited to 32 bits.
std::uint32_t saturated_us(std::int64_t us)
{
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(us, 0, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

BundleBuilder::BundleBuilder(std::span<std::byte> buffer, std::uint32_t most_messages)
    : buffer_{buffer.first(std::min(buffer.size(), model::max_bundle_bytes))},
      most_messages_{std::min(most_messages, model::max_bundle_messages)},
      end_{model::bundle_index_end(most_messages_)}
{}

void BundleBuilder::write_prefix(const Record& record, std::byte* to) const
{
    if ((record.flags & model::record_masked) != 0) {
        store_big(to, record.mask);
        to += model::record_mask_bytes;
    }
    if ((record.flags & model::record_routed) == 0) return;
    std::memset(to, 0, model::record_route_bytes);
    store_big(to, record.route.origin);
    store_big(to + 4, record.route.hops_left);
    to[5] = std::byte{record.route.is_picture};
    store_big(to + 8, record.route.number);
}

// Moves the records down to the end of the index.
void BundleBuilder::close_gap()
{
    const std::size_t from = model::bundle_index_end(most_messages_);
    const std::size_t to = model::bundle_index_end(messages_);
    if (from == to) return;
    if (end_ > from) std::memmove(buffer_.data() + to, buffer_.data() + from, end_ - from);
    for (std::uint32_t i = 0; i < messages_; ++i) {
        model::BundleEntry entry = model::bundle_entry(buffer_, i);
        entry.offset -= static_cast<std::uint32_t>(from - to);
        model::encode_bundle_entry(entry, entry_bytes(i));
    }
    end_ -= from - to;
    most_messages_ = messages_;
}

void BundleBuilder::count_from(std::uint64_t oldest_ns)
{
    const auto shift_us = static_cast<std::int64_t>(first_ns_ - oldest_ns) / ns_per_us;
    if (shift_us == 0) return;
    for (std::uint32_t i = 0; i < messages_; ++i) {
        model::BundleEntry entry = model::bundle_entry(buffer_, i);
        entry.arrival_us = saturated_us(std::int64_t{static_cast<std::int32_t>(entry.arrival_us)} + shift_us);
        model::encode_bundle_entry(entry, entry_bytes(i));
    }
}

std::span<const std::byte> BundleBuilder::finish(model::BundlePreamble preamble)
{
    close_gap();
    count_from(oldest_ns_);
    preamble.messages = messages_;
    preamble.record_bytes = static_cast<std::uint32_t>(end_ - model::bundle_index_end(messages_));
    preamble.oldest_ns = messages_ > 0 ? oldest_ns_ : preamble.closed_at_ns;
    model::encode_bundle_preamble(preamble, buffer_.first<model::bundle_preamble_bytes>());
    return buffer_.first(end_);
}

}  // namespace farfield::net::relay

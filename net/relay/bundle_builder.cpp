#include "net/relay/bundle_builder.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "net/message/byte_order.h"

namespace farfield::net::relay {

namespace {

constexpr std::int64_t ns_per_us = 1000;

/// Microseconds, rounded down, within 32 bits.
std::uint32_t saturated_us(std::int64_t us)
{
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(us, 0, std::numeric_limits<std::uint32_t>::max()));
}

std::span<std::byte, model::bundle_entry_bytes> entry_bytes(std::span<std::byte> buffer, std::uint32_t index)
{
    return buffer.subspan(model::bundle_index_end(index)).first<model::bundle_entry_bytes>();
}

}  // namespace

BundleBuilder::BundleBuilder(std::span<std::byte> buffer, std::uint32_t most_messages)
    : buffer_{buffer.first(std::min(buffer.size(), model::max_bundle_bytes))},
      most_messages_{std::min(most_messages, model::max_bundle_messages)},
      end_{model::bundle_index_end(most_messages_)}
{}

bool BundleBuilder::add(const Record& record)
{
    const std::size_t prefix = model::record_prefix_bytes(record.flags);
    const std::size_t length = prefix + record.bytes.size();
    const std::size_t aligned = model::bundle_aligned(length);
    if (messages_ >= most_messages_ || length > std::numeric_limits<std::uint16_t>::max() ||
        end_ > buffer_.size() || aligned > buffer_.size() - end_)
        return false;
    std::byte* to = buffer_.data() + end_;
    if (prefix > 0) write_prefix(record, to);
    if (aligned > length) std::memset(to + aligned - model::bundle_alignment, 0, model::bundle_alignment);
    if (!record.bytes.empty()) std::memcpy(to + prefix, record.bytes.data(), record.bytes.size());
    write_entry(record, length);
    end_ += aligned;
    ++messages_;
    return true;
}

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
    store_big(to + 8, record.route.number);
}

// Arrivals count from the first record until finish() knows the oldest one: as signed numbers, in the same
// 32 bits.
void BundleBuilder::write_entry(const Record& record, std::size_t length)
{
    if (messages_ == 0) first_ns_ = oldest_ns_ = record.arrival_ns;
    oldest_ns_ = std::min(oldest_ns_, record.arrival_ns);
    const auto after_ns = static_cast<std::int64_t>(record.arrival_ns - first_ns_);
    const auto after_us =
        std::clamp<std::int64_t>(after_ns / ns_per_us, std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::int32_t>::max());
    model::encode_bundle_entry({.offset = static_cast<std::uint32_t>(end_),
                                .length = static_cast<std::uint16_t>(length),
                                .kind = static_cast<std::uint8_t>(record.kind),
                                .flags = record.flags,
                                .source = record.source,
                                .arrival_us = static_cast<std::uint32_t>(after_us)},
                               entry_bytes(buffer_, messages_));
}

// The records move down to where the index ends.
void BundleBuilder::close_gap()
{
    const std::size_t from = model::bundle_index_end(most_messages_);
    const std::size_t to = model::bundle_index_end(messages_);
    if (from == to) return;
    if (end_ > from) std::memmove(buffer_.data() + to, buffer_.data() + from, end_ - from);
    for (std::uint32_t i = 0; i < messages_; ++i) {
        model::BundleEntry entry = model::bundle_entry(buffer_, i);
        entry.offset -= static_cast<std::uint32_t>(from - to);
        model::encode_bundle_entry(entry, entry_bytes(buffer_, i));
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
        model::encode_bundle_entry(entry, entry_bytes(buffer_, i));
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

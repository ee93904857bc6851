#pragma once

#include <algorithm>
#include <cstring>
#include <limits>

#include "relay/core/bundle.h"

namespace farfield::net::relay {

/// Writes the payload of an EntityBundle message into memory of the caller. Allocates nothing.
/// Ownership: borrows the memory. Threads: one.
class BundleBuilder {
public:
    /// buffer: at least as long as a preamble; at most max_bundle_bytes of it are used. most_messages: room
    /// kept for the index; finish() moves the records when there are fewer messages.
    BundleBuilder(std::span<std::byte> buffer, std::uint32_t most_messages);

    /// Copies a record. False when it does not fit; the bundle is then unchanged.
    [[nodiscard]] bool add(const Record& record)
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

    [[nodiscard]] std::uint32_t messages() const { return messages_; }

    /// Completes and returns the payload. preamble: its counts of messages and bytes and its oldest arrival
    /// are set here (in an empty bundle, the time when it was closed).
    [[nodiscard]] std::span<const std::byte> finish(model::BundlePreamble preamble);

private:
    static constexpr std::int64_t ns_per_us = 1000;

    void write_prefix(const Record& record, std::byte* to) const;
    // Writes an index entry. Its arrival counts from the first record until finish() knows the oldest one: as
    // a signed number in the same 32 bits.
    void write_entry(const Record& record, std::size_t length)
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
                                   entry_bytes(messages_));
    }
    [[nodiscard]] std::span<std::byte, model::bundle_entry_bytes> entry_bytes(std::uint32_t index) const
    {
        return buffer_.subspan(model::bundle_index_end(index)).first<model::bundle_entry_bytes>();
    }
    void close_gap();
    void count_from(std::uint64_t oldest_ns);

    std::span<std::byte> buffer_;
    std::uint32_t most_messages_;
    std::uint32_t messages_ = 0;
    std::size_t end_;
    std::uint64_t first_ns_ = 0, oldest_ns_ = 0;
};

}  // namespace farfield::net::relay

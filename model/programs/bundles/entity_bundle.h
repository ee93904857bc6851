#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "model/geometry/byte_access.h"

/// The payload of an EntityBundle message (type 6), big-endian:
///
///     preamble     64 bytes
///     index        16 bytes for each message
///     records      the messages byte for byte as they came, 8-byte aligned, zeros between
namespace farfield::model {

inline constexpr std::size_t bundle_preamble_bytes = 64, bundle_entry_bytes = 16, bundle_alignment = 8;
inline constexpr std::uint32_t max_bundle_messages = 65'535;
inline constexpr std::size_t max_bundle_bytes = 256U << 10U;
/// The most unsent bytes that a sender of bundles keeps in its system: states wait where newer ones can
/// replace them.
inline constexpr std::size_t bundles_unsent_bytes = 16U << 10U;

/// The cause that makes a relay send less than it has.
enum class CongestionReason : std::uint8_t { None, Link, Receiver, Relay };

/// The first 64 bytes of an EntityBundle payload.
struct BundlePreamble {
    std::uint32_t messages = 0;  ///< 0: a sign of life without messages
    std::uint8_t level = 0;      ///< level of congestion, 0 to 3
    CongestionReason reason = CongestionReason::None;
    std::uint64_t number = 0;           ///< number of the bundle, from 0
    std::uint64_t compute_ns = 0;       ///< time that the core spent on the bundle
    std::uint64_t closed_at_ns = 0;     ///< time of completion on the relay's clock
    std::uint64_t messages_before = 0;  ///< messages earlier in this stream, to count losses
    std::uint64_t dropped = 0;          ///< messages left out for this subscriber so far
    std::uint32_t record_bytes = 0;     ///< bytes after the index
    std::uint32_t relay = 0;            ///< id of the relay
    std::uint64_t oldest_ns = 0;        ///< arrival of the oldest message
    friend bool operator==(const BundlePreamble&, const BundlePreamble&) = default;
};

/// Flags of an index entry.
inline constexpr std::uint8_t record_priority = 1, record_conflated = 2, record_old = 4, record_masked = 8,
                              record_routed = 16, record_local = 32, record_without_height = 64;

/// Sizes of the mask and the route that record_masked and record_routed put before a record, in this order.
inline constexpr std::size_t record_mask_bytes = 8, record_route_bytes = 16;

/// Bytes before a record with these flags.
[[nodiscard]] constexpr std::size_t record_prefix_bytes(std::uint8_t flags)
{
    return ((flags & record_masked) != 0 ? record_mask_bytes : 0) +
           ((flags & record_routed) != 0 ? record_route_bytes : 0);
}

/// An entry of the index.
struct BundleEntry {
    std::uint32_t offset = 0;  ///< offset of the record from the payload's start
    std::uint16_t length = 0;  ///< length of the record with the bytes that its flags put before it
    std::uint8_t kind = 0;
    std::uint8_t flags = 0;
    std::uint32_t source = 0;      ///< site << 16 | application; or the address of an addressed message
    std::uint32_t arrival_us = 0;  ///< microseconds after the oldest message
    friend bool operator==(const BundleEntry&, const BundleEntry&) = default;
};

[[nodiscard]] constexpr std::size_t bundle_index_end(std::uint32_t messages)
{
    return bundle_preamble_bytes + bundle_entry_bytes * std::size_t{messages};
}
[[nodiscard]] constexpr std::size_t bundle_aligned(std::size_t bytes)
{
    return (bytes + bundle_alignment - 1) / bundle_alignment * bundle_alignment;
}

void encode_bundle_preamble(const BundlePreamble& preamble,
                            std::span<std::byte, bundle_preamble_bytes> to) noexcept;
inline void encode_bundle_entry(const BundleEntry& entry,
                                std::span<std::byte, bundle_entry_bytes> to) noexcept
{
    const std::uint64_t record = std::uint64_t{entry.offset} << 32U | std::uint64_t{entry.length} << 16U |
                                 std::uint64_t{entry.kind} << 8U | entry.flags;
    store_big(to.data(), record);
    store_big(to.data() + 8, std::uint64_t{entry.source} << 32U | entry.arrival_us);
}

/// Decodes the preamble; nullopt when the payload is above max_bundle_bytes, too short for its index, or of
/// another length than it says, or when a record is not aligned, overlaps the index or the record before it,
/// ends beyond the payload, or is shorter than its flags require. Reads no record.
[[nodiscard]] std::optional<BundlePreamble> decode_bundle(std::span<const std::byte> payload) noexcept;

/// Entry `index` of a payload that decode_bundle() has accepted.
[[nodiscard]] BundleEntry bundle_entry(std::span<const std::byte> payload, std::uint32_t index) noexcept;

}  // namespace farfield::model

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/programs/bundles/entity_bundle.h"
#include "relay/core/message.h"

namespace farfield::net::relay {

/// A message in a bundle. Ownership: borrows its bytes.
struct Record {
    std::span<const std::byte> bytes;  ///< without the mask and route that the flags announce
    RecordKind kind = RecordKind::Dis;
    std::uint8_t flags = 0;  ///< `mask` and `route` count when record_masked and record_routed are set
    std::uint32_t source = 0;
    std::uint64_t arrival_ns = 0;  ///< in a record that was read: to 1 us
    std::uint64_t mask = 0;        ///< UDP hosts that want it
    Route route = {};
};

/// Bytes that a record takes in a bundle, including its index entry and the zeros behind it.
[[nodiscard]] constexpr std::size_t bytes_in_bundle(std::size_t bytes, std::uint8_t flags)
{
    return model::bundle_entry_bytes + model::bundle_aligned(bytes + model::record_prefix_bytes(flags));
}

}  // namespace farfield::net::relay

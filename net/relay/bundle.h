#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/programs/bundles/entity_bundle.h"
#include "net/relay/message.h"

namespace farfield::net::relay {

/// One message of a bundle. Ownership: borrows its bytes.
struct Record {
    std::span<const std::byte> bytes;  ///< without what the flags put in front
    RecordKind kind = RecordKind::Dis;
    std::uint8_t flags = 0;  ///< `mask` and `route` count where record_masked and record_routed are set
    std::uint32_t source = 0;
    std::uint64_t arrival_ns = 0;  ///< of a record that was read: to 1 us
    std::uint64_t mask = 0;        ///< of UDP hosts that want it
    Route route = {};
};

/// Bytes that a record takes in a bundle, its index entry and the zeros behind it included.
[[nodiscard]] constexpr std::size_t bytes_in_bundle(std::size_t bytes, std::uint8_t flags)
{
    return model::bundle_entry_bytes + model::bundle_aligned(bytes + model::record_prefix_bytes(flags));
}

}  // namespace farfield::net::relay

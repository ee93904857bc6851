#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "relay/core/bundle_reader.h"
#include "relay/core/core.h"

namespace farfield::net::relay::test {

/// The name of an entity.
[[nodiscard]] constexpr std::uint64_t entity_of(std::uint64_t site, std::uint64_t application,
                                                std::uint64_t entity)
{
    return site << 32U | application << 16U | entity;
}

/// A message of an entity; the caller keeps its bytes.
[[nodiscard]] inline Message pdu(std::uint8_t type, std::uint64_t entity, std::uint64_t arrival_ns,
                                 std::span<const std::byte> bytes)
{
    return {.bytes = bytes,
            .source = static_cast<std::uint32_t>(entity >> 16U),
            .arrival_ns = arrival_ns,
            .entity = entity,
            .exercise = 1,
            .pdu_type = type,
            .longitude = 8.0,
            .latitude = 46.0};
}

[[nodiscard]] inline Message addressed(std::uint16_t address, std::uint64_t arrival_ns,
                                       std::span<const std::byte> bytes)
{
    return {.bytes = bytes, .kind = RecordKind::Addressed, .source = address, .arrival_ns = arrival_ns};
}

[[nodiscard]] inline model::EntitiesParams interest_in(const model::InterestShape& shape)
{
    return {.interest = {shape}};
}

/// Builds bundles and keeps them.
class Receiver {
public:
    /// The records of a bundle that is due, or none; they are valid until the next call.
    std::vector<Record> receive(RelayCore& core, std::uint32_t id, std::uint64_t now_ns)
    {
        std::vector<Record> records;
        const auto built = core.build(id, now_ns, buffer_);
        if (!built) return records;
        const auto reader = BundleReader::open(built->payload);
        if (!reader) throw std::logic_error("a bundle that is malformed");
        preamble = reader->preamble();
        for (std::uint32_t i = 0; i < reader->messages(); ++i) records.push_back(reader->record(i));
        return records;
    }
    model::BundlePreamble preamble;

private:
    std::vector<std::byte> buffer_ = std::vector<std::byte>(model::max_bundle_bytes);
};

}  // namespace farfield::net::relay::test

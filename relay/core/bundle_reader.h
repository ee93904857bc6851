#pragma once

#include <optional>

#include "relay/core/bundle.h"

namespace farfield::net::relay {

/// Reads the payload of an EntityBundle message. Ownership: borrows the payload. Threads: any, since reading
/// changes nothing.
class BundleReader {
public:
    /// Checks a payload; nullopt when it is malformed (model::decode_bundle): no record is used before all
    /// are checked.
    [[nodiscard]] static std::optional<BundleReader> open(std::span<const std::byte> payload);

    [[nodiscard]] std::span<const std::byte> payload() const { return payload_; }
    [[nodiscard]] const model::BundlePreamble& preamble() const { return preamble_; }
    [[nodiscard]] std::uint32_t messages() const { return preamble_.messages; }
    /// index: below messages().
    [[nodiscard]] Record record(std::uint32_t index) const;

private:
    BundleReader(std::span<const std::byte> payload, const model::BundlePreamble& preamble)
        : payload_{payload}, preamble_{preamble}
    {}

    std::span<const std::byte> payload_;
    model::BundlePreamble preamble_;
};

}  // namespace farfield::net::relay

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "app/layers/entities/entity_table.h"

namespace farfield::app {

/// Received bundles of entities that are to be shown later. Times are on the relay's clock. Threads:
/// one.
class WaitingBundles {
public:
    /// Most bytes of waiting payloads: beyond it the oldest bundles are due, whatever their time.
    static constexpr std::size_t most_bytes = 64U << 20U;

    /// Keeps a copy of a bundle. Throws std::runtime_error where it is malformed.
    void add(std::span<const std::byte> payload, std::uint64_t came_ns);
    /// Passes bundles to the table, in order, up to the first with a message that arrived at the relay after
    /// time_ns. Returns their number.
    std::size_t take_until(std::uint64_t time_ns, EntityTable& table);
    [[nodiscard]] bool is_empty() const noexcept { return bundles_.empty(); }

private:
    struct Bundle {
        std::vector<std::byte> payload;
        std::uint64_t newest_ns = 0, came_ns = 0;
    };

    std::deque<Bundle> bundles_;
    std::size_t bytes_ = 0;
};

}  // namespace farfield::app

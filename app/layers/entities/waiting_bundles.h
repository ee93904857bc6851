#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "app/layers/entities/entity_table.h"

namespace farfield::app {

/// Bundles of entities that have come and are to be shown later. Times are on the relay's clock. Threads:
/// one.
class WaitingBundles {
public:
    /// Of payloads that wait, at most: beyond it the oldest are due, whatever their time.
    static constexpr std::size_t most_bytes = 64U << 20U;

    /// Keeps a copy. Throws std::runtime_error where it is no bundle.
    void add(std::span<const std::byte> payload, std::uint64_t came_ns);
    /// Passes the table, in order, bundles with no message that arrived at the relay later. Returns their
    /// number.
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

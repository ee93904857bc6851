#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace farfield::net {

/// Size of the Parts of a single connection, such that a message waits no longer on a slow link than on a
/// fast one: as many bytes as leave in `wanted`, from `least_bytes` to the most that the peer takes. Knows no
/// sockets. Threads: one. Allocates nothing.
class PartPace {
public:
    using Duration = std::chrono::steady_clock::duration;
    static constexpr Duration wanted = std::chrono::milliseconds(20);
    static constexpr std::size_t least_bytes = 2 << 10;
    /// Unsent bytes that the system may keep on a fast link. They do not bound the bytes in flight.
    static constexpr std::size_t most_unsent_bytes = 256 << 10;

    /// Begins with the least size, because the system takes the first bytes at once on any link.
    explicit PartPace(std::size_t most_bytes)
        : most_bytes_(most_bytes), bytes_(std::min(most_bytes, least_bytes))
    {}

    /// Adapts the size. took: time from handing a Part over until the system had taken it.
    void part_left(Duration took)
    {
        if (took > wanted) {
            const double share = std::chrono::duration<double>(wanted) / took;
            bytes_ = std::max(least_bytes, static_cast<std::size_t>(static_cast<double>(bytes_) * share));
        } else if (took < wanted / 2) {
            bytes_ = std::min(most_bytes_, 2 * bytes_);
        }
        bytes_ = std::min(bytes_, most_bytes_);
    }

    [[nodiscard]] std::size_t part_bytes() const noexcept { return bytes_; }
    /// Unsent bytes that may wait in the system before a Part: on a slow link as many as a Part has.
    [[nodiscard]] std::size_t unsent_bytes() const noexcept
    {
        return bytes_ < most_bytes_ ? bytes_ : most_unsent_bytes;
    }

private:
    std::size_t most_bytes_;
    std::size_t bytes_;
};

}  // namespace farfield::net

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace farfield::net::relay {

/// A count of events in the last second, in ten parts of 100 ms: so of the last 0.9 to 1 s. Threads: add()
/// one; in_last_second() any.
class RecentCount {
public:
    using Time = std::chrono::steady_clock::time_point;

    void add(Time now, std::uint32_t events) noexcept
    {
        const auto epoch = epoch_of(now);
        auto& part = parts_[epoch % parts_.size()];
        const auto held = part.load(std::memory_order_relaxed);
        const auto before = held >> 32 == epoch ? held & 0xffffffffU : 0U;
        part.store(std::uint64_t{epoch} << 32 | (before + events), std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint64_t in_last_second(Time now) const noexcept
    {
        const auto epoch = epoch_of(now);
        std::uint64_t sum = 0;
        for (const auto& part : parts_) {
            const auto held = part.load(std::memory_order_relaxed);
            // Modulo 2^32, so that a part that the writer has dated later than `now` does not count.
            if (epoch - static_cast<std::uint32_t>(held >> 32) < parts_.size()) sum += held & 0xffffffffU;
        }
        return sum;
    }

private:
    [[nodiscard]] static std::uint32_t epoch_of(Time now) noexcept
    {
        const auto since_start =
            std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
        // From 100 on, so that parts never written are old.
        return static_cast<std::uint32_t>(since_start.count() / 100 + 100);
    }

    std::array<std::atomic<std::uint64_t>, 10> parts_{};
};

}  // namespace farfield::net::relay

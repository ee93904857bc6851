#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace farfield::net::relay {

/// Sources (site << 16 | application) that were sent to a group lately: messages that come from there under
/// their name are reflections. When it is full, the sources sent longest ago are forgotten. Allocates
/// nothing. Threads: note() one, has() any at the same time.
class SentSources {
public:
    /// Time after a source was last sent until it no longer counts as sent.
    static constexpr std::uint32_t memory_seconds = 60;

    /// now: seconds on any clock.
    void note(std::uint32_t source, std::uint32_t now) noexcept
    {
        std::size_t oldest = slot_of(source, 0);
        for (std::size_t step = 0; step < probes; ++step) {
            const std::size_t slot = slot_of(source, step);
            const std::uint64_t entry = entries_[slot].load(std::memory_order_relaxed);
            if (entry == 0 || source_in(entry) == source) {
                oldest = slot;
                break;
            }
            if (time_in(entry) < time_in(entries_[oldest].load(std::memory_order_relaxed))) oldest = slot;
        }
        entries_[oldest].store(std::uint64_t{source} << 32U | now, std::memory_order_release);
    }

    [[nodiscard]] bool has(std::uint32_t source, std::uint32_t now) const noexcept
    {
        for (std::size_t step = 0; step < probes; ++step) {
            const std::uint64_t entry = entries_[slot_of(source, step)].load(std::memory_order_acquire);
            if (entry == 0) return false;
            if (source_in(entry) == source) return now - time_in(entry) <= memory_seconds;
        }
        return false;
    }

private:
    static constexpr std::size_t slots = 8'192, probes = 16;

    // Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, section 6.4.
    static std::size_t slot_of(std::uint32_t source, std::size_t step) noexcept
    {
        return (((source * std::uint32_t{2'654'435'769U}) >> (32U - 13U)) + step) % slots;
    }
    static std::uint32_t source_in(std::uint64_t entry) noexcept
    {
        return static_cast<std::uint32_t>(entry >> 32U);
    }
    static std::uint32_t time_in(std::uint64_t entry) noexcept { return static_cast<std::uint32_t>(entry); }

    std::array<std::atomic<std::uint64_t>, slots> entries_{};  ///< source << 32 | seconds; 0: free
};

}  // namespace farfield::net::relay

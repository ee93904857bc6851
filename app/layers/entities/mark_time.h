#pragma once

#include <cstdint>
#include <optional>

namespace farfield::app {

/// Longest time for which the vertex shader moves marks on before they are made anew, without news.
constexpr std::uint64_t longest_reckoning_ns = 1'000'000'000;

/// Seconds by which marks made at made_ns are moved on in a picture of now_ns; times are on the relay's
/// clock. nullopt: make new marks. That is also needed when a corrected clock puts now_ns before
/// made_ns.
[[nodiscard]] constexpr std::optional<float> moved_on_seconds(std::uint64_t made_ns,
                                                              std::uint64_t now_ns) noexcept
{
    constexpr double seconds_per_ns = 1e-9;
    if (now_ns < made_ns || now_ns - made_ns > longest_reckoning_ns) return std::nullopt;
    return static_cast<float>(static_cast<double>(now_ns - made_ns) * seconds_per_ns);
}

}  // namespace farfield::app

#pragma once

#include <cstdint>
#include <optional>

namespace farfield::app {

/// So long marks are moved on by the vertex shader before they are made anew, though no news has come.
constexpr std::uint64_t longest_reckoning_ns = 1'000'000'000;

/// Seconds by which marks are moved on that were made for a time, in a picture of now, both on the relay's
/// clock. Nothing: they are made anew, also where that clock turned out to be behind what it was taken for,
/// so that now is before them.
[[nodiscard]] constexpr std::optional<float> moved_on_seconds(std::uint64_t made_ns,
                                                              std::uint64_t now_ns) noexcept
{
    constexpr double seconds_per_ns = 1e-9;
    if (now_ns < made_ns || now_ns - made_ns > longest_reckoning_ns) return std::nullopt;
    return static_cast<float>(static_cast<double>(now_ns - made_ns) * seconds_per_ns);
}

}  // namespace farfield::app

#pragma once

#include <chrono>
#include <cstdint>

namespace farfield {

/// The time since `begun`, as in a frame's compute_ns.
[[nodiscard]] inline std::uint64_t nanoseconds_since(std::chrono::steady_clock::time_point begun)
{
    const auto elapsed = std::chrono::steady_clock::now() - begun;
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
}

[[nodiscard]] inline double milliseconds_since(std::chrono::steady_clock::time_point begun)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace farfield

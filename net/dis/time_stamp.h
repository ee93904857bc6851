#pragma once

#include <cstdint>
#include <optional>

/// Time stamps of PDUs: the upper 31 bits count 3600 s / 2^31 (1.68 us) from the last whole hour; the lowest
/// bit is 1 for an absolute stamp, of UTC, and 0 for a relative one, of the sender's own clock.
/// Source: IEEE 1278.1-2012, Timestamp. Pure functions: any thread.
namespace farfield::net::dis {

/// An absolute stamp farther from a clock than this, modulo the hour, is taken for that of a wrong clock.
inline constexpr std::int64_t most_stamp_distance_ns = 10'000'000'000;

[[nodiscard]] constexpr bool is_absolute(std::uint32_t stamp) noexcept
{
    return (stamp & 1U) != 0;
}

/// Nanoseconds since the whole hour, rounded down: less than 3.6e12.
[[nodiscard]] std::uint64_t stamp_ns_in_hour(std::uint32_t stamp) noexcept;

/// UTC in nanoseconds since the Unix epoch that an absolute stamp means: the one nearest to utc_ns. Up to 10
/// s later than it if the sender's clock is ahead. Nothing for a relative stamp and beyond 10 s. utc_ns: >=
/// 1e10.
[[nodiscard]] std::optional<std::uint64_t> stamp_utc_ns(std::uint32_t stamp, std::uint64_t utc_ns) noexcept;

/// Age of an absolute stamp at utc_ns in nanoseconds: 0 where the sender's clock is ahead. Nothing for a
/// relative stamp and for one that is more than 10 s away.
[[nodiscard]] std::optional<std::uint64_t> stamp_age_ns(std::uint32_t stamp, std::uint64_t utc_ns) noexcept;

/// The absolute stamp of a time, rounded to the nearest.
[[nodiscard]] std::uint32_t absolute_stamp(std::uint64_t utc_ns) noexcept;

}  // namespace farfield::net::dis

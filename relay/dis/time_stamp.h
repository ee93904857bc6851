#pragma once

#include <cstdint>
#include <optional>

/// Time stamps of PDUs: the upper 31 bits count 3600 s / 2^31 (1.68 us) from the last whole hour; the lowest
/// bit is 1 for an absolute stamp, in UTC, and 0 for a relative one, of the sender's own clock.
/// Source: IEEE 1278.1-2012, Timestamp. Pure functions: any thread.
namespace farfield::net::dis {

/// Largest plausible distance of an absolute stamp from a clock, modulo the hour; beyond it a clock is wrong.
inline constexpr std::int64_t most_stamp_distance_ns = 10'000'000'000;

[[nodiscard]] constexpr bool is_absolute(std::uint32_t stamp) noexcept
{
    return (stamp & 1U) != 0;
}

/// Nanoseconds from the whole hour to the stamp, rounded down: less than 3.6e12.
[[nodiscard]] std::uint64_t stamp_ns_in_hour(std::uint32_t stamp) noexcept;

/// UTC of an absolute stamp in ns since the Unix epoch: the candidate nearest to utc_ns, up to 10 s later
/// than it if the sender's clock is ahead. nullopt for a relative stamp and beyond 10 s. utc_ns: at least
/// 1e10.
[[nodiscard]] std::optional<std::uint64_t> stamp_utc_ns(std::uint32_t stamp, std::uint64_t utc_ns) noexcept;

/// Age of an absolute stamp at utc_ns in nanoseconds: 0 when the sender's clock is ahead. nullopt for a
/// relative stamp and for a stamp more than 10 s away.
[[nodiscard]] std::optional<std::uint64_t> stamp_age_ns(std::uint32_t stamp, std::uint64_t utc_ns) noexcept;

/// The absolute stamp of a time, rounded to the nearest unit.
[[nodiscard]] std::uint32_t absolute_stamp(std::uint64_t utc_ns) noexcept;

}  // namespace farfield::net::dis

#include "relay/dis/time_stamp.h"

namespace farfield::net::dis {

namespace {
constexpr std::int64_t hour_ns = 3'600'000'000'000;
// 3.6e12 ns / 2^31 = 439,453,125 / 2^18, without a remainder. A product with 31 bits has 60 bits.
constexpr std::uint64_t unit_numerator = 439'453'125;
constexpr unsigned unit_shift = 18;
}  // namespace

std::uint64_t stamp_ns_in_hour(std::uint32_t stamp) noexcept
{
    return (std::uint64_t{stamp >> 1U} * unit_numerator) >> unit_shift;
}

std::optional<std::uint64_t> stamp_utc_ns(std::uint32_t stamp, std::uint64_t utc_ns) noexcept
{
    if (!is_absolute(stamp)) return std::nullopt;
    const auto clock_in_hour = static_cast<std::int64_t>(utc_ns % static_cast<std::uint64_t>(hour_ns));
    std::int64_t ahead = static_cast<std::int64_t>(stamp_ns_in_hour(stamp)) - clock_in_hour;
    if (ahead >= hour_ns / 2) ahead -= hour_ns;
    if (ahead < -hour_ns / 2) ahead += hour_ns;
    if (ahead > most_stamp_distance_ns || ahead < -most_stamp_distance_ns) return std::nullopt;
    return utc_ns + static_cast<std::uint64_t>(ahead);
}

std::optional<std::uint64_t> stamp_age_ns(std::uint32_t stamp, std::uint64_t utc_ns) noexcept
{
    const auto sent_ns = stamp_utc_ns(stamp, utc_ns);
    if (!sent_ns) return std::nullopt;
    return *sent_ns < utc_ns ? utc_ns - *sent_ns : 0;
}

std::uint32_t absolute_stamp(std::uint64_t utc_ns) noexcept
{
    const std::uint64_t in_hour = utc_ns % static_cast<std::uint64_t>(hour_ns);
    const std::uint64_t units = ((in_hour << unit_shift) + unit_numerator / 2) / unit_numerator;
    // The last half unit of an hour rounds to 2^31: the next hour's 0.
    return static_cast<std::uint32_t>(units << 1U) | 1U;
}

}  // namespace farfield::net::dis

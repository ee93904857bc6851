#pragma once

#include <cstdint>

namespace farfield::terrain {

/// The bits of v, each followed by a zero.
[[nodiscard]] constexpr std::uint64_t spread_bits(std::uint32_t v)
{
    std::uint64_t x = v;
    x = (x | x << 16) & 0x0000FFFF0000FFFF;
    x = (x | x << 8) & 0x00FF00FF00FF00FF;
    x = (x | x << 4) & 0x0F0F0F0F0F0F0F0F;
    x = (x | x << 2) & 0x3333333333333333;
    return (x | x << 1) & 0x5555555555555555;
}

/// The even bits of v, put together.
[[nodiscard]] constexpr std::uint32_t gathered_bits(std::uint64_t v)
{
    std::uint64_t x = v & 0x5555555555555555;
    x = (x | x >> 1) & 0x3333333333333333;
    x = (x | x >> 2) & 0x0F0F0F0F0F0F0F0F;
    x = (x | x >> 4) & 0x00FF00FF00FF00FF;
    x = (x | x >> 8) & 0x0000FFFF0000FFFF;
    return static_cast<std::uint32_t>(x | x >> 16);
}

/// The place of (i, j) along the Z curve: the bits of both, those of i first. Source: Morton, "A Computer
/// Oriented Geodetic Data Base and a New Technique in File Sequencing", IBM, 1966.
[[nodiscard]] constexpr std::uint64_t z_curve(std::uint32_t i, std::uint32_t j)
{
    return spread_bits(i) | spread_bits(j) << 1;
}

}  // namespace farfield::terrain

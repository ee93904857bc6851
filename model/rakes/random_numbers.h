#pragma once

#include <cstdint>

namespace farfield::model {

/// Number i, from 0, of the SplitMix64 sequence that begins at `start`. Any number can be computed without
/// its predecessors. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014, figures 16 and 17, with the variant of its mixing function that docs/protocol.md spells out.
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t start, std::uint64_t i)
{
    std::uint64_t z = start + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// random_bits(start, i) as a number in [0, 1): its upper 53 bits, which binary64 holds exactly.
[[nodiscard]] constexpr double random_share(std::uint64_t start, std::uint64_t i)
{
    return static_cast<double>(random_bits(start, i) >> 11) * 0x1p-53;
}

}  // namespace farfield::model

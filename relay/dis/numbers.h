#pragma once

#include "net/message/byte_order.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

/// Vectors in PDUs: three IEEE 754 numbers, big-endian, of 4 or 8 bytes each.
namespace farfield::net::dis {

/// Limits of a place's distance from the Earth's centre: a location outside of them is taken for no position.
inline constexpr double least_place_metres = 6'000'000.0;
inline constexpr double most_place_metres = 50'000'000.0;

/// from: 12 bytes.
[[nodiscard]] inline glm::dvec3 load_floats(const std::byte* from) noexcept
{
    return {load_big<float>(from), load_big<float>(from + 4), load_big<float>(from + 8)};
}

/// from: 24 bytes.
[[nodiscard]] inline glm::dvec3 load_doubles(const std::byte* from) noexcept
{
    return {load_big<double>(from), load_big<double>(from + 8), load_big<double>(from + 16)};
}

inline void store_floats(std::byte* to, const glm::dvec3& vector) noexcept
{
    for (int i = 0; i < 3; ++i) store_big(to + 4 * i, static_cast<float>(vector[i]));
}

inline void store_doubles(std::byte* to, const glm::dvec3& vector) noexcept
{
    for (int i = 0; i < 3; ++i) store_big(to + 8 * i, vector[i]);
}

/// True when none of three 4-byte numbers is NaN or infinite: their exponents are not all ones.
[[nodiscard]] inline bool are_finite_floats(const std::byte* from) noexcept
{
    constexpr std::uint32_t exponent = 0x7F80'0000;
    bool are_finite = true;
    for (int i = 0; i < 3; ++i) are_finite &= (load_big<std::uint32_t>(from + 4 * i) & exponent) != exponent;
    return are_finite;
}

/// True when none of three 8-byte numbers is NaN or infinite.
[[nodiscard]] inline bool are_finite_doubles(const std::byte* from) noexcept
{
    constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000;
    bool are_finite = true;
    for (int i = 0; i < 3; ++i) are_finite &= (load_big<std::uint64_t>(from + 8 * i) & exponent) != exponent;
    return are_finite;
}

/// True when a geocentric location is a place. (0, 0, 0) means "no position" and is none.
[[nodiscard]] inline bool is_place(const glm::dvec3& location) noexcept
{
    const double squared = glm::dot(location, location);
    return squared >= least_place_metres * least_place_metres &&
           squared <= most_place_metres * most_place_metres;
}

}  // namespace farfield::net::dis

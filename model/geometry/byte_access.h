#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// Access to single values in network order (big-endian), at any address.
namespace farfield::model {

static_assert(std::endian::native == std::endian::little || std::endian::native == std::endian::big,
              "mixed-endian machines are not supported");

/// Returns the value with its bytes in the opposite order.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T swap_bytes(T value) noexcept
{
    if constexpr (sizeof(T) == 1) return value;
    if constexpr (sizeof(T) == 2) return __builtin_bswap16(value);
    if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
    if constexpr (sizeof(T) == 8) return __builtin_bswap64(value);
}

/// Converts from native to network order (big-endian) or back: both are the same operation.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T big_endian(T value) noexcept
{
    return std::endian::native == std::endian::little ? swap_bytes(value) : value;
}

/// Writes an integer, or an IEEE-754 number by its bits, in network order. `to` needs no alignment.
template <typename T>
requires std::is_arithmetic_v<T>
void store_big(std::byte* to, T value) noexcept
{
    using Bits = std::conditional_t<
        sizeof(T) == 8, std::uint64_t,
        std::conditional_t<sizeof(T) == 4, std::uint32_t,
                           std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
    const Bits bits = big_endian(std::bit_cast<Bits>(value));
    std::memcpy(to, &bits, sizeof bits);
}

/// Reads a value in network order, as store_big() writes it.
template <typename T>
requires std::is_arithmetic_v<T>
[[nodiscard]] T load_big(const std::byte* from) noexcept
{
    using Bits = std::conditional_t<
        sizeof(T) == 8, std::uint64_t,
        std::conditional_t<sizeof(T) == 4, std::uint32_t,
                           std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
    Bits bits;
    std::memcpy(&bits, from, sizeof bits);
    return std::bit_cast<T>(big_endian(bits));
}

}  // namespace farfield::model

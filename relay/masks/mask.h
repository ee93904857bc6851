#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

/// Sets of subscribers as bits of 64-bit words: subscriber n is bit n % 64 of word n / 64. If there are UDP
/// hosts, the word after those of the subscribers is theirs, and goes into bundles unchanged.
namespace farfield::net::relay {

inline constexpr std::uint32_t max_subscribers = 1'024, subscribers_per_word = 64;
inline constexpr std::size_t max_mask_words = max_subscribers / subscribers_per_word + 1;

/// Words for the maximum of subscribers; users read as many as they need.
using MaskWords = std::array<std::uint64_t, max_mask_words>;

[[nodiscard]] constexpr std::size_t mask_words(std::uint32_t subscribers)
{
    return (subscribers + subscribers_per_word - 1) / subscribers_per_word;
}
[[nodiscard]] constexpr std::uint64_t mask_bit(std::uint32_t subscriber)
{
    return std::uint64_t{1} << (subscriber % subscribers_per_word);
}
[[nodiscard]] constexpr bool has_bit(std::span<const std::uint64_t> words, std::uint32_t subscriber)
{
    return (words[subscriber / subscribers_per_word] & mask_bit(subscriber)) != 0;
}
constexpr void set_bit(std::span<std::uint64_t> words, std::uint32_t subscriber, bool value)
{
    std::uint64_t& word = words[subscriber / subscribers_per_word];
    word = value ? word | mask_bit(subscriber) : word & ~mask_bit(subscriber);
}

/// Calls `use` with each subscriber in one word. index: number of the word.
void for_each_bit(std::uint64_t word, std::size_t index, auto&& use)
{
    for (; word != 0; word &= word - 1)
        use(static_cast<std::uint32_t>(index * subscribers_per_word) +
            static_cast<std::uint32_t>(std::countr_zero(word)));
}

}  // namespace farfield::net::relay

#include "relay/masks/address_table.h"

#include <algorithm>

#include "relay/masks/mask.h"

namespace farfield::net::relay {

void AddressTable::add(std::uint32_t subscriber, std::uint16_t first, std::uint16_t last)
{
    const std::size_t word = subscriber / subscribers_per_word;
    for (std::size_t address = first; address <= last; ++address)
        masks_[address * words_ + word] |= mask_bit(subscriber);
    summarise(first, last);
}

void AddressTable::remove(std::uint32_t subscriber, std::uint16_t first, std::uint16_t last)
{
    const std::size_t word = subscriber / subscribers_per_word;
    for (std::size_t address = first; address <= last; ++address)
        masks_[address * words_ + word] &= ~mask_bit(subscriber);
    summarise(first, last);
}

void AddressTable::summarise(std::size_t first, std::size_t last)
{
    for (std::size_t group = first / addresses_a_group; group <= last / addresses_a_group; ++group) {
        const auto begin = masks_.begin() + static_cast<std::ptrdiff_t>(group * addresses_a_group * words_);
        const auto end = begin + static_cast<std::ptrdiff_t>(addresses_a_group * words_);
        // The masks are equal if each equals the next.
        is_mixed_[group] = std::equal(begin, end - static_cast<std::ptrdiff_t>(words_),
                                      begin + static_cast<std::ptrdiff_t>(words_))
                               ? 0
                               : 1;
        std::copy_n(begin, words_, of_groups_.begin() + static_cast<std::ptrdiff_t>(group * words_));
    }
}

}  // namespace farfield::net::relay

#include "net/relay/address_table.h"

#include "net/relay/mask.h"

namespace farfield::net::relay {

void AddressTable::add(std::uint32_t subscriber, std::uint16_t first, std::uint16_t last)
{
    const std::size_t word = subscriber / subscribers_per_word;
    for (std::size_t address = first; address <= last; ++address)
        masks_[address * words_ + word] |= mask_bit(subscriber);
}

void AddressTable::remove(std::uint32_t subscriber, std::uint16_t first, std::uint16_t last)
{
    const std::size_t word = subscriber / subscribers_per_word;
    for (std::size_t address = first; address <= last; ++address)
        masks_[address * words_ + word] &= ~mask_bit(subscriber);
}

}  // namespace farfield::net::relay

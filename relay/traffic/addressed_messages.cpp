#include "relay/traffic/addressed_messages.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <stdexcept>

#include "net/message/byte_order.h"

namespace farfield::net::relay {

AddressedMessages::AddressedMessages(const AddressedSettings& settings)
    : settings_{settings},
      numbers_{settings.seed},
      has_priority_{settings.priority_share},
      pair_{0, std::max(settings.addresses / 2, 1U) - 1}
{
    if (settings.addresses < 2 || settings.addresses > 65'536 || settings.addresses % 2 != 0)
        throw std::invalid_argument(
            fmt::format("addresses: expected an even number from 2 to 65536, found {}", settings.addresses));
}

std::uint16_t AddressedMessages::write(std::span<std::byte> to)
{
    const bool has_priority = has_priority_(numbers_);
    const auto address = static_cast<std::uint16_t>(2 * pair_(numbers_) + (has_priority ? 1U : 0U));
    std::array<std::byte, sizeof address + sizeof written_> head{};
    store_big(head.data(), address);
    store_big(head.data() + sizeof address, written_++);
    const auto message = to.first(settings_.bytes);
    const std::size_t known = std::min(head.size(), message.size());
    std::ranges::copy(std::span{head}.first(known), message.begin());
    std::ranges::fill(message.subspan(known), std::byte{0});
    return address;
}

}  // namespace farfield::net::relay

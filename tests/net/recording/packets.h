#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "net/message/byte_order.h"
#include "tests/net/bytes.h"

/// Packets and captures, written byte by byte.
namespace farfield::net::test {

/// Numbers in network order, one after the other.
template <class... Numbers>
Bytes big(Numbers... numbers)
{
    Bytes bytes;
    const auto add = [&bytes](auto number) {
        std::array<std::byte, sizeof number> one;
        store_big(one.data(), number);
        append(bytes, one);
    };
    (add(numbers), ...);
    return bytes;
}

/// The same with the lowest byte first.
template <class... Numbers>
Bytes little(Numbers... numbers)
{
    return big(swap_bytes(numbers)...);
}

inline Bytes joined(std::initializer_list<Bytes> parts)
{
    Bytes all;
    for (const Bytes& part : parts) append(all, part);
    return all;
}

/// Any numbers as bytes.
inline Bytes octets(std::initializer_list<int> values)
{
    Bytes bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

inline Bytes udp(const Bytes& payload, std::uint16_t from = 4001, std::uint16_t to = 3000)
{
    return joined({big(from, to, static_cast<std::uint16_t>(8 + payload.size()), std::uint16_t{0}), payload});
}

/// 192.0.2.7 to 239.1.2.3. options: multiples of 4 bytes.
inline Bytes ipv4(const Bytes& content, std::uint16_t fragment = 0, std::uint8_t protocol = 17,
                  std::size_t options = 0)
{
    const auto header = static_cast<std::uint16_t>(20 + options);
    return joined({big(static_cast<std::uint8_t>(0x40 | header / 4), std::uint8_t{0},
                       static_cast<std::uint16_t>(header + content.size()), std::uint16_t{0x1234}, fragment,
                       std::uint8_t{1}, protocol, std::uint16_t{0}),
                   octets({192, 0, 2, 7, 239, 1, 2, 3}), Bytes(options, std::byte{1}), content});
}

/// 2001:db8::7 to ff02::9. next: of the header behind it.
inline Bytes ipv6(const Bytes& content, std::uint8_t next = 17)
{
    return joined({big(0x60000000U, static_cast<std::uint16_t>(content.size()), next, std::uint8_t{1}),
                   octets({0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}),
                   octets({0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}), content});
}

inline Bytes ethernet(const Bytes& content, std::uint16_t type = 0x0800)
{
    return joined({octets({1, 0, 0x5e, 1, 2, 3, 2, 0, 0, 0, 0, 1}), big(type), content});
}

}  // namespace farfield::net::test

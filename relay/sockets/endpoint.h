#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace farfield::net::relay {

/// The error of a socket, interface or input. The text is one line for a user: what failed, on which thing,
/// and what would help.
struct SocketError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An IPv4 address; the first number of its text is in the highest byte. 0: any.
using Ipv4 = std::uint32_t;

inline constexpr Ipv4 loopback_ipv4 = 0x7f000001;

/// An IPv4 address and a port.
struct Endpoint {
    Ipv4 address = 0;
    std::uint16_t port = 0;
    friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// True for an address from 224.0.0.0 to 239.255.255.255.
[[nodiscard]] constexpr bool is_multicast(Ipv4 address) noexcept
{
    return address >> 28 == 0xe;
}

/// Reads "239.1.2.3"; nullopt for any other text.
[[nodiscard]] std::optional<Ipv4> parse_ipv4(std::string_view text);

[[nodiscard]] std::string to_text(Ipv4 address);              ///< "239.1.2.3"
[[nodiscard]] std::string to_text(const Endpoint& endpoint);  ///< "239.1.2.3:3000"

[[nodiscard]] sockaddr_in to_system(const Endpoint& endpoint) noexcept;
[[nodiscard]] Endpoint from_system(const sockaddr_in& address) noexcept;

}  // namespace farfield::net::relay

#include "relay/sockets/endpoint.h"

#include <arpa/inet.h>

#include <array>

namespace farfield::net::relay {

std::optional<Ipv4> parse_ipv4(std::string_view text)
{
    in_addr address{};
    if (::inet_pton(AF_INET, std::string(text).c_str(), &address) != 1) return std::nullopt;
    return ntohl(address.s_addr);
}

std::string to_text(Ipv4 address)
{
    const in_addr system{.s_addr = htonl(address)};
    std::array<char, INET_ADDRSTRLEN> text{};
    return ::inet_ntop(AF_INET, &system, text.data(), text.size());
}

std::string to_text(const Endpoint& endpoint)
{
    return to_text(endpoint.address) + ":" + std::to_string(endpoint.port);
}

sockaddr_in to_system(const Endpoint& endpoint) noexcept
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(endpoint.port);
    address.sin_addr.s_addr = htonl(endpoint.address);
    return address;
}

Endpoint from_system(const sockaddr_in& address) noexcept
{
    return {ntohl(address.sin_addr.s_addr), ntohs(address.sin_port)};
}

}  // namespace farfield::net::relay

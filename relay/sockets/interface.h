#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

/// Present state of a network interface.
struct Interface {
    unsigned index = 0;         ///< number in the system; 0: none, the system chooses
    std::string name = {};      ///< "eth0"
    Ipv4 address = 0;           ///< its first IPv4 address; 0: it has none
    bool is_up = false;         ///< IFF_UP
    bool is_multicast = false;  ///< IFF_MULTICAST; `lo` lacks it, but joins on it work
    bool is_loopback = false;

    /// True when a group can be joined on it, by its flags.
    [[nodiscard]] bool would_do() const noexcept
    {
        return is_up && address != 0 && (is_multicast || is_loopback);
    }
};

/// Interfaces of this network namespace, in order of index.
[[nodiscard]] std::vector<Interface> interfaces();

/// Interfaces that would do, "lo (127.0.0.1), eth0 (192.0.2.2)"; "none" when there is none.
[[nodiscard]] std::string usable_interfaces();

/// The interface with this name or IPv4 address (any of its addresses). Throws SocketError, with those that
/// would do, when there is none, it is down, or it has no IPv4 address. The MULTICAST flag is not trusted:
/// MulticastSocket::join() tries.
[[nodiscard]] Interface find_interface(std::string_view name_or_address);

}  // namespace farfield::net::relay

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/message/messages.h"

namespace farfield::net {

/// Address and port at which a node or a relay listens.
struct HostPort {
    std::string host = "127.0.0.1";
    std::uint16_t port = default_port;

    friend bool operator==(const HostPort&, const HostPort&) = default;
};

/// Reads HOST, HOST:PORT, ADDRESS6, [ADDRESS6] or [ADDRESS6]:PORT. port: used when the text has none.
/// Throws std::invalid_argument with the fault.
[[nodiscard]] HostPort parse_host_port(std::string_view text, std::uint16_t port = default_port);

/// Text of an address, "localhost:7117", "[::1]:7117".
[[nodiscard]] std::string to_string(const HostPort& node);

/// True for an IP address that is no loopback address. Names are not looked up.
[[nodiscard]] bool is_other_address(const std::string& host);

}  // namespace farfield::net

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/message/messages.h"

namespace farfield::net {

/// Where a node or a relay listens.
struct HostPort {
    std::string host = "127.0.0.1";
    std::uint16_t port = default_port;

    friend bool operator==(const HostPort&, const HostPort&) = default;
};

/// Reads HOST, HOST:PORT, ADDRESS6, [ADDRESS6] or [ADDRESS6]:PORT. port: where there is none in the text.
/// Throws std::invalid_argument with the fault.
[[nodiscard]] HostPort parse_host_port(std::string_view text, std::uint16_t port = default_port);

/// "localhost:7117", "[::1]:7117".
[[nodiscard]] std::string to_string(const HostPort& node);

/// Whether it is an address, and not a loopback one. Names are not looked up.
[[nodiscard]] bool is_other_address(const std::string& host);

}  // namespace farfield::net

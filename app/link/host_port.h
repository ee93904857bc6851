#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/message/messages.h"

namespace farfield::app {

/// Where a node listens.
struct HostPort {
    std::string host = "127.0.0.1";
    std::uint16_t port = net::default_port;

    friend bool operator==(const HostPort&, const HostPort&) = default;
};

/// Reads HOST, HOST:PORT, ADDRESS6, [ADDRESS6] or [ADDRESS6]:PORT. Throws std::invalid_argument with the
/// fault.
[[nodiscard]] HostPort parse_host_port(std::string_view text);

/// "localhost:7117", "[::1]:7117".
[[nodiscard]] std::string to_string(const HostPort& node);

}  // namespace farfield::app

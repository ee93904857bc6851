#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "net/client/client.h"
#include "net/transport/byte_stream.h"
#include "net/transport/tls_stream.h"

/// The first steps towards a node, one by one. All functions throw std::runtime_error that names the node.
namespace farfield::net {

/// The addresses of a host, in the order in which connections try them.
[[nodiscard]] std::vector<std::string> addresses_of(const std::string& host, std::uint16_t port,
                                                    std::chrono::milliseconds patience);
/// Makes connections over TCP; each must succeed within `patience`.
[[nodiscard]] StreamMaker tcp_streams(const std::string& host, std::uint16_t port,
                                      std::chrono::milliseconds patience);
/// Makes connections in the way that the settings say.
[[nodiscard]] StreamMaker streams_to(const ClientSettings& settings);
/// Makes a TLS handshake, for settings with TLS, and closes the connection.
[[nodiscard]] TlsFacts tls_facts(const ClientSettings& settings);
/// Makes a connection and closes it; returns the peer's address.
[[nodiscard]] std::string reach(const StreamMaker& connect);

}  // namespace farfield::net

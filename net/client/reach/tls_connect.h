#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <stop_token>
#include <string>

#include "net/client/reach/client_connect.h"
#include "net/client/reach/host_port.h"
#include "net/client/reach/tls_terms.h"
#include "net/transport/tls_stream.h"

namespace farfield::net {

/// Makes TLS over a connection to a node and verifies the node by the terms; runs the event loop meanwhile.
/// Throws NotTrusted when it is another node, std::runtime_error that names the node for all other faults.
[[nodiscard]] std::unique_ptr<TlsStream> secure(boost::asio::io_context& io,
                                                boost::asio::ip::tcp::socket socket, const TlsTerms& terms,
                                                const HostPort& node, Deadline deadline,
                                                const std::stop_token& cancelled = {});

/// Verifies the node after the handshake: throws NotTrusted when its pin, or the key seen first, is another.
/// name: the name under which that key is kept.
void expect_node(const TlsStream& stream, const TlsTerms& terms, const std::string& name);

}  // namespace farfield::net

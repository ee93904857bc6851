#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <stop_token>
#include <string>

#include "net/client/client_connect.h"
#include "net/client/host_port.h"
#include "net/client/tls_terms.h"
#include "net/transport/tls_stream.h"

namespace farfield::net {

/// TLS over a connection to a node, which the terms have found to be that one; runs the event loop meanwhile.
/// Throws NotTrusted where it is not, std::runtime_error that names the node for all else.
[[nodiscard]] std::unique_ptr<TlsStream> secure(boost::asio::io_context& io,
                                                boost::asio::ip::tcp::socket socket, const TlsTerms& terms,
                                                const HostPort& node, Deadline deadline,
                                                const std::stop_token& cancelled = {});

/// Its hands are shaken: throws NotTrusted where it is another node, by its pin or the key of the first time.
/// name: by which that key is found again.
void expect_node(const TlsStream& stream, const TlsTerms& terms, const std::string& name);

}  // namespace farfield::net

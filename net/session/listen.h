#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "net/message/control_messages.h"
#include "net/session/session_server.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

/// Listens at the address and port of the settings. Throws std::runtime_error as SessionServer's
/// constructor does.
[[nodiscard]] boost::asio::ip::tcp::acceptor listen_at(boost::asio::io_context& io,
                                                       const ServerSettings& settings);

/// Sends the error to a connection that has just come, and ends it.
void turn_away(ByteStream& stream, const RpcError& error);

}  // namespace farfield::net

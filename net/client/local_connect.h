#pragma once

#include <memory>

#include "net/client/command_stream.h"
#include "net/client/target.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

/// A stream to a node on this machine, or to a command that is one, without waiting. Throws
/// std::runtime_error that names it.
[[nodiscard]] std::unique_ptr<ByteStream> connect_locally(boost::asio::io_context& io,
                                                          const LocalTarget& target, const Noted& noted);

}  // namespace farfield::net

#pragma once

#include <memory>

#include "net/client/target.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

/// A stream to a node on this machine, without waiting. Throws std::runtime_error that names it.
[[nodiscard]] std::unique_ptr<ByteStream> connect_locally(boost::asio::io_context& io,
                                                          const LocalTarget& target);

}  // namespace farfield::net

#pragma once

#include <memory>

#include "net/client/reach/command_stream.h"
#include "net/client/target.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

/// A stream to a node by another way than TCP, without waiting. Throws std::runtime_error that names it.
[[nodiscard]] std::unique_ptr<ByteStream> stream_by(boost::asio::io_context& io, const Way& way,
                                                    const Noted& noted);

}  // namespace farfield::net

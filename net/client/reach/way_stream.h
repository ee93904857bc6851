#pragma once

#include <memory>

#include "net/client/reach/command_stream.h"
#include "net/client/reach/target.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

/// A stream to a node by a way other than TCP; does not wait. Throws std::runtime_error that names the way.
[[nodiscard]] std::unique_ptr<ByteStream> stream_by(boost::asio::io_context& io, const Way& way,
                                                    const Noted& noted);

}  // namespace farfield::net

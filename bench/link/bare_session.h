#pragma once

#include "bench/link/bare_stream.h"
#include "net/message/control_messages.h"

namespace farfield::app {

/// A session with a ConstantService in the fewest steps that the protocol allows: all frames are granted at
/// once, and recv() receives them into plain memory, with no other work. The sender is the same as for a
/// ClientStream, so the two differ in the receiver alone.
class BareSession {
public:
    /// Begins a stream of `frames` frames.
    BareSession(std::uint16_t port, std::size_t frame_bytes, std::uint64_t frames);

    /// Receives `frames` frames, header and payload, each into the next of the blocks.
    void receive(std::uint64_t frames, std::span<const std::span<std::byte>> blocks);

private:
    [[nodiscard]] net::Json call(const BareSocket& socket, const std::string& method,
                                 const net::Json& params);

    std::int64_t next_id_ = 1;
    BareSocket control_, data_;
    std::size_t frame_bytes_;
    std::size_t next_block_ = 0;
};

}  // namespace farfield::app

#pragma once

#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/net/raw_peer.h"

/// The frames of a ScriptedProgram, as a viewer receives them.
namespace farfield::net::test {

/// Throws std::runtime_error when something else than a frame arrives.
inline Message next_frame(RawPeer& data)
{
    auto message = data.receive();
    if (!message) throw std::runtime_error("the node closed the data connection");
    if (message->header.type != MessageType::Particles) throw std::runtime_error("expected a frame");
    return std::move(*message);
}

inline std::uint64_t number_of(const Message& frame)
{
    return load_big<std::uint64_t>(frame.payload.data());
}

/// Frames first, first + 1 ... arrive in order, and say so themselves.
inline void expect_frames(RawPeer& data, std::uint64_t first, std::uint64_t count)
{
    for (std::uint64_t n = first; n < first + count; ++n) {
        const Message frame = next_frame(data);
        REQUIRE(frame.header.sequence == n);
        REQUIRE(number_of(frame) == n);
    }
}

}  // namespace farfield::net::test

#include "net/message/outgoing_messages.h"

#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
MessageHeader header_of(std::uint64_t sequence, std::size_t payload_bytes)
{
    return {.sequence = sequence, .time_ns = 1, .payload_bytes = payload_bytes};
}

/// Takes all that waits, at most `most` bytes at a time. `frames_left` counts consume() saying so.
Bytes drain(OutgoingMessages& outgoing, std::size_t most, int& frames_left)
{
    Bytes all;
    while (!outgoing.empty()) {
        Bytes some;
        for (const auto piece : outgoing.next()) append(some, piece);
        some.resize(std::min(some.size(), most));
        append(all, some);
        frames_left += outgoing.consume(some.size()) ? 1 : 0;
    }
    return all;
}
}  // namespace

TEST_CASE("OutgoingMessages: everything leaves in the order in which it was added, however it is cut",
          "[outgoing]")
{
    const auto frame = pattern(100, 5);
    Bytes expected = message(header_of(1, 3), pattern(3));
    append(expected, message(header_of(2, 100), frame));
    append(expected, message(header_of(3, 4), pattern(4)));
    for (std::size_t most = 1; most <= expected.size(); ++most) {
        OutgoingMessages outgoing;
        outgoing.add(header_of(1, 3), pattern(3));
        outgoing.add_frame(header_of(2, 100), frame);
        outgoing.add(header_of(3, 4), pattern(4));
        int frames_left = 0;
        REQUIRE(drain(outgoing, most, frames_left) == expected);
        REQUIRE(frames_left == 1);
        REQUIRE(outgoing.small_bytes() == 0);
        REQUIRE_FALSE(outgoing.has_frame());
    }
}

TEST_CASE("OutgoingMessages: what is added while a frame is being written comes after it", "[outgoing]")
{
    const auto frame = pattern(100);
    OutgoingMessages outgoing;
    outgoing.add_frame(header_of(1, 100), frame);
    (void)outgoing.next();
    CHECK_FALSE(outgoing.consume(60));
    outgoing.add(header_of(2, 5), pattern(5));
    CHECK(outgoing.small_bytes() == header_bytes + 5);  // the frame's own header has left
    CHECK(outgoing.consume(80));
    CHECK_FALSE(outgoing.has_frame());
    int frames_left = 0;
    CHECK(drain(outgoing, 1000, frames_left) == message(header_of(2, 5), pattern(5)));
}

TEST_CASE("OutgoingMessages: the payload of a frame is written from where it lies", "[outgoing]")
{
    const auto frame = pattern(100);
    OutgoingMessages outgoing;
    outgoing.add_frame(header_of(1, 100), frame);
    const auto pieces = outgoing.next();
    CHECK(pieces[1].data() == frame.data());
    CHECK(pieces[1].size() == 100);
}

TEST_CASE("OutgoingMessages: a frame without a time gets one when its turn comes", "[outgoing]")
{
    OutgoingMessages outgoing;
    outgoing.add(header_of(1, 2), pattern(2));
    outgoing.add_frame({.type = MessageType::Particles}, {});
    const auto pieces = outgoing.next();
    CHECK(load_big<std::uint64_t>(pieces[0].data() + 24) == 1);
    CHECK(load_big<std::uint64_t>(pieces[0].data() + header_bytes + 2 + 24) > 1'600'000'000'000'000'000);
}

#include "net/message/frame_stamp.h"

#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
// The protocol's example of a Particles payload.
const FrameStamp of_example{.counts = {1, 1},
                            .frame = 28,
                            .compute_ns = 65'536,
                            .computed_at_ns = 1'700'000'000'000'000'000 - 0x10000};
const Bytes example = from_hex("00 00 00 01  00 00 00 01  00 00 00 00 00 00 00 1c  00 00 00 00 00 01 00 00"
                               "17 97 9c fe 36 29 00 00");
}  // namespace

TEST_CASE("encode_stamp: is the beginning of the protocol's example", "[messages]")
{
    std::array<std::byte, frame_stamp_bytes> bytes{};
    encode_stamp(of_example, bytes);
    CHECK(copy_of(bytes) == example);
}

TEST_CASE("stamp_of: reads what encode_stamp() wrote, whatever follows", "[messages]")
{
    Bytes payload = example;
    payload.resize(100, std::byte{0xFF});
    CHECK(stamp_of(payload) == of_example);
}

TEST_CASE("stamp_of: a payload shorter than a stamp has none", "[messages]")
{
    CHECK(stamp_of(std::span(example).first(frame_stamp_bytes - 1)) == FrameStamp{});
    CHECK(stamp_of({}) == FrameStamp{});
}

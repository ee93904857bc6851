#include "model/programs/particle_frame.h"

#include <array>

#include "model/geometry/byte_access.h"
#include "net/message/frame_stamp.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

// Every hex dump is copied from docs/protocol.md.
using namespace farfield::net;
using namespace farfield::net::test;
using namespace farfield::model;

namespace {
constexpr std::uint64_t example_time_ns = 1'700'000'000'000'000'000;
}

TEST_CASE("encode_preamble: a frame's payload is that of the protocol's example", "[messages]")
{
    std::array<std::byte, particle_preamble_bytes + particle_bytes> payload{};
    encode_preamble({.particles = 1,
                     .alive = 1,
                     .frame = 28,
                     .compute_ns = 65'536,
                     .computed_at_ns = example_time_ns - 0x10000,
                     .time = 0.28},
                    std::span(payload).first<particle_preamble_bytes>());
    const float particle[] = {1.0F, 2.0F, 3.0F, 0.5F};
    for (std::size_t i = 0; i < 4; ++i)
        store_big(payload.data() + particle_preamble_bytes + 4 * i, particle[i]);

    auto expected = from_hex("00 00 00 01  00 00 00 01  00 00 00 00 00 00 00 1c  00 00 00 00 00 01 00 00"
                             "17 97 9c fe 36 29 00 00  3f d1 eb 85 1e b8 51 ec");
    expected.resize(expected.size() + 24);
    append(expected, from_hex("3f 80 00 00  40 00 00 00  40 40 00 00  3f 00 00 00"));
    CHECK(copy_of(payload) == expected);
}

TEST_CASE("decode_preamble: gives back what was encoded", "[messages]")
{
    const ParticlePreamble preamble{.particles = 0xFFFFFFFF,
                                    .alive = 3,
                                    .frame = 1ULL << 63,
                                    .compute_ns = 5,
                                    .computed_at_ns = 0x1122334455667788,
                                    .time = -1.0 / 3.0};
    std::array<std::byte, particle_preamble_bytes> bytes{};
    encode_preamble(preamble, bytes);
    CHECK(decode_preamble(bytes) == preamble);
}

TEST_CASE("A particle frame begins with its stamp", "[messages]")
{
    std::array<std::byte, particle_preamble_bytes> bytes{};
    encode_preamble(
        {.particles = 7, .alive = 5, .frame = 3, .compute_ns = 2, .computed_at_ns = 1, .time = 0.5}, bytes);
    CHECK(stamp_of(bytes) == FrameStamp{.counts = {7, 5}, .frame = 3, .compute_ns = 2, .computed_at_ns = 1});
}

#include "model/programs/polylines.h"

#include "tests/catch.h"
#include "tests/net/bytes.h"

// The hex dump is copied from docs/protocol.md.
using namespace farfield::net;
using namespace farfield::model;
using namespace farfield::net::test;

TEST_CASE("encode_preamble: of polylines, is that of the protocol's example", "[polylines]")
{
    const PolylinePreamble preamble{.lines = 1,
                                    .points = 3,
                                    .answer = 2,
                                    .compute_ns = 65536,
                                    .computed_at_ns = 0x17979cfe36290000,
                                    .time = 0.28,
                                    .part = 1,
                                    .parts = 4};
    std::array<std::byte, polyline_preamble_bytes> bytes{};
    encode_preamble(preamble, bytes);
    CHECK(copy_of(bytes) ==
          from_hex("00 00 00 01  00 00 00 03  00 00 00 00 00 00 00 02  00 00 00 00 00 01 00 00"
                   "17 97 9c fe 36 29 00 00  3f d1 eb 85 1e b8 51 ec  00 00 00 01  00 00 00 04"
                   "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"));
    CHECK(decode_polyline_preamble(bytes) == preamble);
}

TEST_CASE("encode_record: is that of the protocol's example", "[polylines]")
{
    const LineRecord record{
        .seed = 7, .first_point = 0, .points = 2, .reason = 3, .backward = true, .rake = 5};
    std::array<std::byte, line_record_bytes> bytes{};
    encode_record(record, bytes);
    CHECK(copy_of(bytes) == from_hex("00 00 00 07  00 00 00 00  00 00 00 02  03 01 00 05"));
    CHECK(decode_record(bytes) == record);
}

TEST_CASE("polyline_payload_bytes: counts points, their times and lines", "[polylines]")
{
    CHECK(polyline_payload_bytes(3, 1) == 64 + 3 * 20 + 16);
}

#include "model/programs/terrain_tile.h"

#include <limits>

#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

// The hex dump is copied from docs/protocol.md.
using namespace farfield::net;
using namespace farfield::model;
using namespace farfield::net::test;

namespace {

const char* const example =
    "00 00 00 03 00 00 00 02 00 00 00 00 00 00 00 02 00 00 00 00 00 01 00 00"
    "17 97 9c fe 36 29 00 00 00 00 00 00 00 00 00 01 00 00 00 04 00 00 00 07"
    "40 bd d3 00 00 00 00 00 c0 ca 38 80 00 00 00 00 40 be 2d 00 00 00 00 00"
    "c0 ca 47 80 00 00 00 00 40 4e 00 00 00 00 00 00 c0 4e 00 00 00 00 00 00"
    "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    "42 c8 00 00 42 cb 00 00 42 cc 00 00 42 c6 00 00 42 c4 00 00 7f c0 00 00";

const TerrainTilePreamble of_example{.width = 3,
                                     .height = 2,
                                     .frame = 2,
                                     .compute_ns = 65536,
                                     .computed_at_ns = 0x17979cfe36290000,
                                     .kind = TileKind::Heights,
                                     .level = 1,
                                     .column = 4,
                                     .row = 7,
                                     .x = {7635.0, 7725.0, 60.0},
                                     .y = {-13425.0, -13455.0, -60.0},
                                     .observer = {}};

/// A whole payload of zeros below this preamble.
Bytes payload_of(const TerrainTilePreamble& preamble)
{
    Bytes bytes(tile_payload_bytes(preamble.kind, preamble.width, preamble.height));
    encode_preamble(preamble, std::span(bytes).first<tile_preamble_bytes>());
    return bytes;
}

bool is_complete(const TerrainTilePreamble& preamble)
{
    return decode_tile_preamble(payload_of(preamble)).has_value();
}

}  // namespace

TEST_CASE("encode_preamble: of a terrain tile, is that of the protocol's example", "[terrain]")
{
    const Bytes payload = from_hex(example);
    std::array<std::byte, tile_preamble_bytes> bytes{};
    encode_preamble(of_example, bytes);
    CHECK(copy_of(bytes) == copy_of(std::span(payload).first(tile_preamble_bytes)));
    CHECK(decode_tile_preamble(payload) == of_example);
}

TEST_CASE("decode_tile_preamble: comes back as it was, whatever the kind", "[terrain]")
{
    TerrainTilePreamble seen = of_example;
    seen.kind = TileKind::Visibility;
    seen.observer = {7640.0, -13430.0, 1.75};
    CHECK(decode_tile_preamble(payload_of(seen)) == seen);
    TerrainTilePreamble picture = of_example;
    picture.kind = TileKind::Colours;
    CHECK(decode_tile_preamble(payload_of(picture)) == picture);
    CHECK(tile_payload_bytes(TileKind::Visibility, 3, 2) == 128 + 6);
    CHECK(tile_payload_bytes(TileKind::Colours, 3, 2) == 128 + 24);
}

TEST_CASE("decode_tile_preamble: a payload of another length is none", "[terrain]")
{
    Bytes payload = payload_of(of_example);
    CHECK_FALSE(decode_tile_preamble(std::span(payload).first(payload.size() - 1)));
    CHECK_FALSE(decode_tile_preamble(std::span(payload).first(127)));
    CHECK_FALSE(decode_tile_preamble({}));
    payload.push_back({});
    CHECK_FALSE(decode_tile_preamble(payload));
    // Sides with a product that is small when it is cut to 32 bits.
    store_big<std::uint32_t>(payload.data(), 0x80000000);
    store_big<std::uint32_t>(payload.data() + 4, 0x80000000);
    CHECK_FALSE(decode_tile_preamble(payload));
}

TEST_CASE("decode_tile_preamble: what no tile has is refused", "[terrain]")
{
    const auto with = [](auto change) {
        TerrainTilePreamble preamble = of_example;
        change(preamble);
        return is_complete(preamble);
    };
    CHECK(with([](auto&) {}));
    CHECK_FALSE(with([](auto& p) { p.kind = static_cast<TileKind>(3); }));
    CHECK_FALSE(with([](auto& p) { p.width = 1; }));
    CHECK_FALSE(with([](auto& p) { p.height = 0; }));
    CHECK_FALSE(with([](auto& p) { p.height = max_tile_side + 1; }));
    CHECK_FALSE(with([](auto& p) { p.level = max_tile_level + 1; }));
    CHECK_FALSE(with([](auto& p) { p.observer[2] = std::numeric_limits<double>::infinity(); }));
}

TEST_CASE("decode_tile_preamble: columns and rows lie one after the other", "[terrain]")
{
    const auto lie = [](TileAxis x) {
        TerrainTilePreamble preamble = of_example;  // three columns
        preamble.x = x;
        return is_complete(preamble);
    };
    CHECK(lie({0.0, 20.0, 10.0}));
    CHECK(lie({0.0, 10.5, 10.0}));
    CHECK(lie({0.0, -20.0, -10.0}));
    CHECK_FALSE(lie({0.0, 10.0, 10.0}));  // the last where the second is
    CHECK_FALSE(lie({0.0, 21.0, 10.0}));
    CHECK_FALSE(lie({0.0, 20.0, -10.0}));
    CHECK_FALSE(lie({0.0, 20.0, 0.0}));
    CHECK_FALSE(lie({0.0, 0.0, 0.0}));
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(lie({nan, 20.0, 10.0}));
    CHECK_FALSE(lie({0.0, std::numeric_limits<double>::infinity(), 10.0}));
}

TEST_CASE("TileAxis::at: the last column is where it says", "[terrain]")
{
    CHECK(of_example.x.at(1, 3) == 7695.0);
    CHECK(of_example.x.at(2, 3) == 7725.0);
}

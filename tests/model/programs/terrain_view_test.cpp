#include "model/programs/terrain_view.h"

#include "tests/catch.h"
#include "tests/net/bytes.h"

// The hex dump is copied from docs/protocol.md.
using namespace farfield::net;
using namespace farfield::model;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("encode_preamble: of a terrain view, is that of the protocol's example", "[terrain]")
{
    const TerrainViewPreamble preamble{
        .width = 2,
        .height = 1,
        .frame = 2,
        .compute_ns = 65536,
        .computed_at_ns = 0x17979cfe36290000,
        .pose = {.eye = {1.0, 2.0, 300.0}, .heading = 90.0, .pitch = -45.0, .roll = 0.0, .hfov = 60.0},
        .detail = 1.0,
        .curvature = 0.0};
    std::array<std::byte, terrain_preamble_bytes> bytes{};
    encode_preamble(preamble, bytes);
    CHECK(copy_of(bytes) ==
          from_hex("00 00 00 02  00 00 00 01  00 00 00 00 00 00 00 02  00 00 00 00 00 01 00 00"
                   "17 97 9c fe 36 29 00 00  3f f0 00 00 00 00 00 00  40 00 00 00 00 00 00 00"
                   "40 72 c0 00 00 00 00 00  40 56 80 00 00 00 00 00  c0 46 80 00 00 00 00 00"
                   "00 00 00 00 00 00 00 00  40 4e 00 00 00 00 00 00  3f f0 00 00 00 00 00 00"
                   "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                   "00 00 00"));
    CHECK(decode_terrain_preamble(bytes) == preamble);
}

TEST_CASE("terrain_payload_bytes: both arrays begin at multiples of 64", "[terrain]")
{
    CHECK(elevation_offset(16) == 192);
    CHECK(elevation_offset(17) == 256);
    CHECK(terrain_payload_bytes(17) == 256 + 68);
    CHECK(terrain_payload_bytes(1920 * 1080) == 128 + 2 * 4 * 1920 * 1080);
}

TEST_CASE("TerrainViewParams: comes back from JSON as it was", "[terrain]")
{
    const TerrainViewParams params{.eye = {{1.0, -2.0, 3.5}},
                                   .heading = 10.0,
                                   .pitch = -5.0,
                                   .roll = 1.0,
                                   .hfov = 40.0,
                                   .poses = {{{1.0, 2.0, 3.0}, 4.0, 5.0, 6.0, 7.0}, {}},
                                   .size = {640, 480},
                                   .detail = 0.5,
                                   .curved = true,
                                   .refraction = 0.2};
    CHECK(read<TerrainViewParams>(write(params)) == params);
    CHECK(read<TerrainViewParams>(Json::object()) == TerrainViewParams{});
}

TEST_CASE("TerrainViewParams: what is wrong is named", "[terrain]")
{
    const auto refusal = [](const char* text) -> std::string {
        try {
            (void)read<TerrainViewParams>(Json::parse(text));
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    CHECK_THAT(refusal(R"({"eye": [1, 2]})"), ContainsSubstring("'eye'"));
    CHECK_THAT(refusal(R"({"size": [0, 5]})"), ContainsSubstring("'size[0]'"));
    CHECK_THAT(refusal(R"({"size": [5, 16385]})"),
               ContainsSubstring("max_view_side") && ContainsSubstring("16385"));
    CHECK_THAT(refusal(R"({"size": [99999999999, 5]})"), ContainsSubstring("max_view_side"));
    CHECK_THAT(refusal(R"({"hfov": 0})"), ContainsSubstring("'hfov'"));
    CHECK_THAT(refusal(R"({"detail": -1})"), ContainsSubstring("'detail'"));
    CHECK_THAT(refusal(R"({"altitude": 1})"), ContainsSubstring("'altitude'"));
    CHECK(refusal(R"({"hfov": 180})") == "parameter 'hfov': expected a number between 0 and 180, found 180");
    CHECK(refusal(R"({"poses": [[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 0]]})") ==
          "parameter 'poses[1][6]': expected a number between 0 and 180, found 0");
}

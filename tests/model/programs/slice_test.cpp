#include "model/programs/slice.h"

#include "model/programs/glyphs.h"

#include "model/geometry/byte_access.h"
#include "tests/catch.h"
#include "tests/model/refusal.h"

#include <limits>
#include <vector>

using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

namespace {

SlicePreamble two_values()
{
    return {.width = 2,
            .height = 1,
            .result = 3,
            .compute_ns = 65'536,
            .computed_at_ns = 1'700'000'000'000'000'000,
            .time = 0.25,
            .part = 0,
            .parts = 1,
            .plane = 0,
            .level = 0,
            .components = 1,
            .origin = {0.0, 0.0, 1.5},
            .edge_u = {4.0, 0.0, 0.0},
            .edge_v = {0.0, 2.0, 0.0}};
}

std::vector<std::byte> payload_of(const SlicePreamble& preamble, std::uint64_t values)
{
    std::vector<std::byte> payload(slice_payload_bytes(values));
    encode_preamble(preamble, std::span(payload).first<slice_preamble_bytes>());
    return payload;
}

std::string refused_params(const Json& json)
{
    return farfield::model::test::refusal([](const Json& params) { return read<SliceParams>(params); }, json);
}

Json with(const char* name, const Json& value)
{
    Json params{{"planes", {{{"axis", "z"}, {"position", 1.5}}}}};
    params[name] = value;
    return params;
}

}  // namespace

TEST_CASE("SlicePreamble: is decoded as it was encoded, and lies where the protocol says", "[programs]")
{
    const auto payload = payload_of(two_values(), 2);
    CHECK(payload.size() == 200);
    CHECK(decode_slice_preamble(payload) == two_values());
    CHECK(load_big<std::uint32_t>(payload.data() + 44) == 1);
    CHECK(load_big<std::uint32_t>(payload.data() + 56) == 1);
    CHECK(load_big<double>(payload.data() + 80) == 1.5);
    CHECK(load_big<double>(payload.data() + 88) == 4.0);
    CHECK(load_big<double>(payload.data() + 120) == 2.0);
    for (std::size_t at = 136; at < slice_preamble_bytes; ++at) CHECK(payload[at] == std::byte{0});
}

TEST_CASE("decode_slice_preamble: what is no slice is refused", "[programs]")
{
    auto payload = payload_of(two_values(), 2);
    CHECK_FALSE(decode_slice_preamble({}));
    CHECK_FALSE(decode_slice_preamble(std::span(payload).first(191)));
    CHECK_FALSE(decode_slice_preamble(std::span(payload).first(199)));
    payload.resize(204);
    CHECK_FALSE(decode_slice_preamble(payload));
    const auto is_refused = [](auto change) {
        SlicePreamble preamble = two_values();
        change(preamble);
        return !decode_slice_preamble(payload_of(preamble, 2));
    };
    CHECK(is_refused([](SlicePreamble& slice) { slice.width = 0; }));
    CHECK(is_refused([](SlicePreamble& slice) { slice.height = 0; }));
    CHECK(is_refused([](SlicePreamble& slice) { slice.components = 3; }));
    CHECK(is_refused([](SlicePreamble& slice) { slice.components = 4; }));  // too short for them
    CHECK(is_refused([](SlicePreamble& slice) { slice.parts = 0; }));
    CHECK(is_refused([](SlicePreamble& slice) { slice.part = 1; }));
    CHECK(
        is_refused([](SlicePreamble& slice) { slice.origin[2] = std::numeric_limits<double>::quiet_NaN(); }));
    CHECK(
        is_refused([](SlicePreamble& slice) { slice.edge_u[0] = std::numeric_limits<double>::infinity(); }));
    // Counts whose product is 2 modulo 2^32, and more bytes than there are.
    CHECK(is_refused([](SlicePreamble& slice) { slice.width = 0x80000001, slice.height = 2; }));
    CHECK(is_refused([](SlicePreamble& slice) { slice.width = slice.height = 0xFFFFFFFF; }));
}

TEST_CASE("SliceParams: are read with their defaults", "[programs]")
{
    const auto params = read<SliceParams>(Json{{"planes", {{{"axis", "y"}, {"position", -2}}}}});
    CHECK(params.planes == std::vector{SlicePlane{SliceAxis::Y, -2.0}});
    CHECK(params.size.values == std::array{512U, 512U});
    CHECK_FALSE(params.size.of_nodes);
    CHECK(params.coarse_first);
    CHECK_FALSE(params.level.fixed);
    CHECK_FALSE(params.time);
    CHECK_FALSE(params.repeat);
    CHECK(write(params) == Json{{"planes", {{{"axis", "y"}, {"position", -2.0}}}}});
}

TEST_CASE("SliceParams: planes have three forms, which are written as they are read", "[programs]")
{
    const Json planes =
        Json::array({{{"axis", "z"}, {"position", 1.5}},
                     {{"origin", {0.0, 0.0, 0.0}}, {"edge_u", {1.0, 0.0, 0.0}}, {"edge_v", {0.0, 2.0, 0.0}}},
                     {{"origin", {0.5, 0.5, 0.5}}, {"normal", {1.0, 1.0, 0.0}}, {"up", {0.0, 0.0, 1.0}}}});
    const auto params = read<SliceParams>(Json{{"planes", planes}, {"size", "nodes"}, {"level", 2}});
    CHECK(params.size.of_nodes);
    CHECK(params.level.fixed == 2U);
    CHECK(write(params) == Json{{"planes", planes}, {"size", "nodes"}, {"level", 2}});
}

TEST_CASE("SlicePlane: members of no form or of two are refused", "[programs]")
{
    const auto refused_plane = [](const Json& plane) {
        return refused_params({{"planes", std::vector<Json>{plane}}});
    };
    CHECK_THAT(refused_plane(Json::object()),
               ContainsSubstring("'planes[0]': expected 'axis' and 'position'"));
    CHECK_THAT(refused_plane({{"normal", {0, 0, 1}}}), ContainsSubstring("'planes[0].origin'"));
    CHECK_THAT(refused_plane({{"origin", {0, 0, 0}}, {"edge_u", {1, 0, 0}}}),
               ContainsSubstring("'planes[0].edge_v'"));
    CHECK_THAT(refused_plane({{"axis", "x"}, {"position", 0}, {"normal", {0, 0, 1}}}),
               ContainsSubstring("'planes[0].normal': belongs to another form"));
    CHECK_THAT(refused_plane({{"axis", "x"}, {"position", 0}, {"up", {0, 0, 1}}}),
               ContainsSubstring("'planes[0].up': belongs to another form"));
}

TEST_CASE("GlyphParams: as many arrows as a plane may have", "[programs]")
{
    const Json plane{{"axis", "z"}, {"position", 0}};
    const auto params = read<GlyphParams>(Json{{"planes", std::vector<Json>{plane}}});
    CHECK(params.size == std::array{24U, 24U});
    const auto refused = [&](const Json& size) {
        return farfield::model::test::refusal([](const Json& json) { return read<GlyphParams>(json); },
                                              Json{{"planes", std::vector<Json>{plane}}, {"size", size}});
    };
    CHECK_THAT(refused({257, 256}), ContainsSubstring("max_glyphs"));
    CHECK_THAT(refused("nodes"), ContainsSubstring("two integers"));
}

TEST_CASE("SliceParams: what cannot be is refused", "[programs]")
{
    CHECK_THAT(refused_params(Json::object()), ContainsSubstring("'planes': expected at least one plane"));
    CHECK_THAT(refused_params({{"planes", Json::array()}}), ContainsSubstring("at least one plane"));
    CHECK_THAT(refused_params({{"planes", {{{"axis", "w"}, {"position", 0}}}}}),
               ContainsSubstring("'planes[0].axis': expected \"x\" or \"y\" or \"z\", found \"w\""));
    CHECK_THAT(refused_params({{"planes", {{{"axis", "x"}}}}}), ContainsSubstring("'planes[0].position'"));
    CHECK_THAT(refused_params(with("size", {0, 5})), ContainsSubstring("'size[0]'"));
    CHECK_THAT(refused_params(with("size", 5)), ContainsSubstring("two integers"));
    CHECK_THAT(refused_params(with("scalar", 5)), ContainsSubstring("'scalar'"));
    CHECK_THAT(refused_params(with("colour", 5)), ContainsSubstring("'colour': unknown"));
    CHECK_THAT(refused_params(with("size", {8193, 1})), ContainsSubstring("max_slice_side"));
    CHECK_THAT(refused_params(with("size", {8192, 2049})), ContainsSubstring("max_slice_pixels"));
    const Json plane{{"axis", "z"}, {"position", 0}};
    CHECK_THAT(refused_params({{"planes", std::vector<Json>(17, plane)}}), ContainsSubstring("max_slices"));
    CHECK_THAT(refused_params(with("size", "cells")), ContainsSubstring("'size': expected \"nodes\""));
    CHECK_THAT(refused_params(with("level", 9)), ContainsSubstring("'level'"));
    CHECK_THAT(refused_params(with("level", "fine")), ContainsSubstring("'level': expected \"auto\""));
    CHECK_THAT(refused_params(with("interpolation", "cubic")), ContainsSubstring("'interpolation'"));
    CHECK_THAT(refused_params(with("region", {{"lo", {0, 0, 2}}, {"hi", {1, 1, 1}}})),
               ContainsSubstring("'region.hi[2]': expected at least 2.0, found 1.0"));
}

#include "model/calls/terrain_sight.h"

#include "net/message/limits.h"
#include "tests/catch.h"
#include "tests/model/refusal.h"

using namespace farfield::net;
using namespace farfield::model;
using namespace farfield::model::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("terrain_sight_call: comes back from JSON as it was", "[terrain]")
{
    const TerrainSightCall call{.terrain = "alps.tif",
                                .from = {1, 2, 3},
                                .to = {{4, 5, 6}, {7, 8, -9}},
                                .curved = true,
                                .refraction = 0.25,
                                .absolute = true};
    CHECK(read<TerrainSightCall>(write(call)) == call);
}

namespace {
TerrainSightCall read_call(const Json& json)
{
    return read<TerrainSightCall>(json);
}
}  // namespace

TEST_CASE("terrain_sight_call: what is wrong is named", "[terrain]")
{
    const Json good{{"terrain", "x"}, {"from", {0, 0, 2}}, {"to", {{1, 1, 0}}}};
    CHECK(refusal(read_call, good).empty());
    const auto with = [&](const char* name, const Json& value) {
        Json json = good;
        json[name] = value;
        return refusal(read_call, json);
    };
    CHECK_THAT(with("from", {1, 2}), ContainsSubstring("'from'"));
    CHECK_THAT(with("to", {{1, 2, 3}, {1, "2", 3}}), ContainsSubstring("'to[1][1]'"));
    CHECK_THAT(with("refraction", -1), ContainsSubstring("'refraction'"));
    CHECK_THAT(with("datum", true), ContainsSubstring("'datum': unknown"));
    CHECK(with("to", std::vector<Point>(max_sight_targets)).empty());
    CHECK_THAT(with("to", std::vector<Point>(max_sight_targets + 1)), ContainsSubstring("max_sight_targets"));
    CHECK_THAT(refusal(read_call, Json::object()), ContainsSubstring("'terrain'"));
}

TEST_CASE("terrain_sight_lines: come back as they were, rounded", "[terrain]")
{
    const TerrainSightLines lines{
        {{.visible = true, .reason = "", .clearance = 1.25, .blocked_at = std::nullopt},
         {.visible = false,
          .reason = "",
          .clearance = -3.5,
          .blocked_at = {{1.5, -2.25, 300}},
          .holes = true},
         {.visible = std::nullopt,
          .reason = "off-map",
          .clearance = std::nullopt,
          .blocked_at = std::nullopt}}};
    CHECK(read_answer<TerrainSightLines>(write(lines)) == lines);
    const Json rounded = write(TerrainSightLines{
        {{.visible = false, .reason = "", .clearance = -3.14159, .blocked_at = {{1.23456, 0, 0}}}}});
    CHECK(rounded.dump() ==
          R"({"lines":[{"blocked_at":[1.23,0.0,0.0],"clearance":-3.142,"visible":false}]})");
}

TEST_CASE("terrain_sight_lines: as many as one call may ask for fit an answer", "[terrain]")
{
    const TerrainSightLine long_one{.visible = false,
                                    .reason = "",
                                    .clearance = -1234.567,
                                    .blocked_at = {{-1234567.89, -1234567.89, 1234.56}}};
    CHECK(write(TerrainSightLines{std::vector(max_sight_targets, long_one)}).dump().size() <
          max_control_bytes);
}

#include "model/calls/terrain_overlay.h"

#include <algorithm>

#include "net/message/limits.h"
#include "tests/catch.h"

using namespace farfield::net;
using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;
using farfield::net::max_control_bytes;

namespace {

/// A line of so many vertices, a metre apart.
std::vector<Point> line_of(std::size_t vertices)
{
    std::vector<Point> line;
    for (std::size_t n = 0; n < vertices; ++n) line.push_back({static_cast<double>(n), 0.5, -1.0});
    return line;
}

}  // namespace

TEST_CASE("terrain_overlay_call: comes back from JSON as it was; what is wrong is named", "[terrain]")
{
    const TerrainOverlayCall call{.terrain = "alps.tif", .file = "roads.geojson", .part = 3};
    CHECK(read<TerrainOverlayCall>(write(call)) == call);
    CHECK(read<TerrainOverlayCall>({{"terrain", "a"}, {"file", "b"}}).part == 0);
    CHECK_THROWS_WITH(read<TerrainOverlayCall>({{"terrain", "a"}}), ContainsSubstring("'file'"));
    CHECK_THROWS_WITH(read<TerrainOverlayCall>({{"terrain", "a"}, {"file", "b"}, {"part", -1}}),
                      ContainsSubstring("'part'"));
    CHECK_THROWS_WITH(read<TerrainOverlayCall>({{"terrain", "a"}, {"file", "b"}, {"layer", 1}}),
                      ContainsSubstring("'layer': unknown"));
}

TEST_CASE("terrain_overlay: comes back from JSON as it was", "[terrain]")
{
    const TerrainOverlay overlay{.part = 1,
                                 .parts = 2,
                                 .lines = {{{1, 2, 3.25}, {4, 5, 6}}, line_of(3)},
                                 .points = {{{7, 8, 9.5}, "Piz Bernina"}}};
    CHECK(read_answer<TerrainOverlay>(write(overlay)) == overlay);
    CHECK(write(in_parts({.points = {{{0.126, -0.126, 1e6}, ""}}}).front()).dump() ==
          R"({"lines":[],"part":0,"parts":1,"points":[{"at":[0.13,-0.13,1000000.0],"name":""}]})");
}

TEST_CASE("in_parts: an overlay of any size, each part fit for an answer", "[terrain]")
{
    CHECK(in_parts({}) == std::vector{TerrainOverlay{}});
    const TerrainOverlay whole{.lines = {line_of(5), line_of(max_overlay_part_weight * 2), line_of(2)},
                               .points = {{{1, 2, 3}, "a"}}};
    const std::vector<TerrainOverlay> parts = in_parts(whole);
    REQUIRE(parts.size() == 3);
    std::vector<Point> joined;
    for (std::uint32_t n = 0; n < 3; ++n) {
        CHECK((parts[n].part == n && parts[n].parts == 3));
        std::size_t weight = place_weight * parts[n].points.size();
        for (const auto& line : parts[n].lines) weight += line.size();
        CHECK(weight <= max_overlay_part_weight);
        const auto longest =
            std::ranges::max_element(parts[n].lines, {}, [](const auto& line) { return line.size(); });
        joined.insert(joined.end(), longest->begin() + (joined.empty() ? 0 : 1), longest->end());
    }
    CHECK(joined == whole.lines[1]);
    CHECK(parts[0].lines[0] == whole.lines[0]);
    CHECK(parts[2].lines.back() == whole.lines[2]);
}

TEST_CASE("in_parts: the longest numbers and names fit an answer", "[terrain]")
{
    TerrainOverlay whole;
    whole.points.assign(max_overlay_part_weight / place_weight,
                        {{-12345678.12, -12345678.12, -1234.56}, std::string(64, '"')});
    CHECK(in_parts(whole).size() == 1);
    CHECK(write(whole).dump().size() < max_control_bytes);
    whole.points.clear();
    whole.lines.assign(1,
                       std::vector<Point>(max_overlay_part_weight, {-12345678.12, -12345678.12, -1234.56}));
    CHECK(write(whole).dump().size() < max_control_bytes);
}

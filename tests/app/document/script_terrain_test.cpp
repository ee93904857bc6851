#include "model/calls/terrain_sight.h"
#include "tests/app/document/documents.h"
#include "tests/catch.h"

using namespace farfield;
using app::test::document_of;
using app::test::refusal_of;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

const std::string terrain_table = "[terrain]\nname = 'a'\n";

/// Of a [[sight]] with `to` on line 5.
std::string refusal_of_targets(const std::string& to)
{
    return refusal_of(terrain_table + "[[sight]]\nfrom = [1, 2, 3]\nto = " + to + "\n");
}

/// Of a [viewshed] with its key on line 5.
std::string refusal_of_viewshed(const std::string& line)
{
    return refusal_of(terrain_table + "[viewshed]\nobserver = [1, 2, 3]\n" + line + "\n");
}

}  // namespace

TEST_CASE("read_toml: [terrain] takes the dataset's place", "[script]")
{
    const auto document = document_of(R"(
[terrain]
name = "hills.tif"
detail = 0
heights = [100, 900]
colour_map = "viridis"
sun_azimuth = 120
contour_metres = 50
)");
    CHECK(document.data.at("terrain") ==
          model::DataSource{.kind = model::DataKind::Terrain, .name = "hills.tif"});
    const auto& layer = document.layers.at("terrain");
    CHECK(layer.params == model::Json{{"detail", 0.0}});
    CHECK(layer.style == model::Json{{"heights", {100.0, 900.0}},
                                     {"colour_map", "viridis"},
                                     {"sun_azimuth", 120.0},
                                     {"contour_metres", 50.0}});
}

TEST_CASE("read_toml: what does not belong over terrain is refused", "[script]")
{
    CHECK_THAT(refusal_of(terrain_table + "heights = [3, 2]\n"),
               StartsWith("s.toml:3:11: 'terrain.heights': expected [low, high] with low below high"));
    CHECK_THAT(refusal_of(terrain_table + "sun = 3\n"), StartsWith("s.toml:3:1: unknown key 'sun'"));
    CHECK_THAT(refusal_of(terrain_table + "[[camera]]\nat = 0\neye = [0, 0, 1]\n"),
               StartsWith("s.toml:3:1: 'camera[0]'") && ContainsSubstring("'heading'"));
}

TEST_CASE("read_toml: [[sight]] has an eye and one target or more", "[script]")
{
    const auto document = document_of(terrain_table + "[[sight]]\nfrom = [562000, 5115900.5, 2]\n"
                                                      "to = [[562000, 5110500, 2], [1, 2, -3.5]]\n"
                                                      "[[sight]]\nfrom = [0, 0, 0]\nto = [[1, 1, 0]]\n");
    CHECK(document.layers.size() == 3);
    CHECK(document.layers.at("sight-1").params ==
          model::Json{{"from", {562000.0, 5115900.5, 2.0}},
                      {"to", {{562000.0, 5110500.0, 2.0}, {1.0, 2.0, -3.5}}}});
    CHECK(document.layers.at("sight-2").kind == "sight");
}

TEST_CASE("read_toml: [viewshed] says where it is seen from, and how far", "[script]")
{
    const auto document =
        document_of(terrain_table + "[viewshed]\nobserver = [562000, 5115900, 2]\n"
                                    "target_height = 1.5\nradius = 9000\nsectors = [350, 10]\n");
    const auto& layer = document.layers.at("viewshed");
    CHECK(layer.params == model::Json{{"observer", {562000.0, 5115900.0, 2.0}},
                                      {"target", 1.5},
                                      {"radius", 9000.0},
                                      {"sectors", {350.0, 10.0}}});
    CHECK(layer.style.empty());
}

TEST_CASE("read_toml: a [viewshed] without limits is of all the ground", "[script]")
{
    const auto document = document_of(terrain_table + "[viewshed]\nobserver = [0, 0, 0]\n");
    CHECK(document.layers.at("viewshed").params == model::Json{{"observer", {0.0, 0.0, 0.0}}});
}

TEST_CASE("read_toml: a picture or overlay that names no file is refused", "[script]")
{
    CHECK_THAT(refusal_of(terrain_table + "picture = ''\n"), StartsWith("s.toml:3:11: 'terrain.picture'"));
    CHECK_THAT(refusal_of(terrain_table + "overlay = 3\n"),
               StartsWith("s.toml:3:11: 'terrain.overlay': expected a string, found 3"));
}

TEST_CASE("read_toml: sight and viewshed without ground are refused", "[script]")
{
    CHECK_THAT(refusal_of("dataset = 'b'\n\n[viewshed]\nobserver = [0, 0, 0]\n"),
               StartsWith("s.toml:3:1: 'viewshed.data': expected the id of a terrain"));
}

TEST_CASE("read_toml: targets that are none are refused where they stand", "[script]")
{
    CHECK(refusal_of_targets("[]") ==
          "s.toml:5:6: 'sight[0].to': expected an array with one place at least, found an array of 0");
    CHECK_THAT(refusal_of_targets("[1, 2, 3]"), StartsWith("s.toml:5:7: 'sight[0].to[0]'"));
    CHECK_THAT(refusal_of_targets("[[1, 2, 3], [1, 2]]"), StartsWith("s.toml:5:18: 'sight[0].to[1]'"));
    CHECK_THAT(refusal_of_targets("[[1, 2, nan]]"), StartsWith("s.toml:5:14: 'sight[0].to[0][2]'"));
    CHECK_THAT(refusal_of_targets("[[1, -inf, 3]]"), StartsWith("s.toml:5:11: 'sight[0].to[0][1]'"));
    CHECK_THAT(refusal_of(terrain_table + "[[sight]]\nfrom = [1, 2, 3]\n"),
               StartsWith("s.toml:3:1: 'sight[0].to'") && ContainsSubstring("found nothing"));
}

TEST_CASE("read_toml: more targets than a call may have are refused", "[script]")
{
    const auto targets = [](std::size_t count) {
        std::string list = "[";
        for (std::size_t i = 0; i < count; ++i) list += "[1, 2, 3],";
        return list + "]";
    };
    CHECK(refusal_of_targets(targets(model::max_sight_targets)).empty());
    CHECK_THAT(refusal_of_targets(targets(model::max_sight_targets + 1)),
               ContainsSubstring("max_sight_targets") && ContainsSubstring("10001"));
}

TEST_CASE("read_toml: an eye that is none is refused where it stands", "[script]")
{
    const auto refusal_of_eye = [](const std::string& from) {
        return refusal_of(terrain_table + "[[sight]]\nfrom = " + from + "\nto = [[1, 2, 3]]\n");
    };
    CHECK_THAT(refusal_of_eye("[1, 2]"), StartsWith("s.toml:4:8: 'sight[0].from'"));
    CHECK_THAT(refusal_of_eye("[1, nan, 3]"), StartsWith("s.toml:4:12: 'sight[0].from[1]'"));
    CHECK_THAT(refusal_of(terrain_table + "[[sight]]\nform = [1, 2, 3]\nto = [[1, 2, 3]]\n"),
               StartsWith("s.toml:3:1: 'sight[0].from': expected an array of three numbers, found nothing"));
}

TEST_CASE("read_toml: a viewshed that is none is refused where it stands", "[script]")
{
    CHECK_THAT(refusal_of_viewshed("radius = 0"),
               StartsWith("s.toml:5:10: 'viewshed.radius': expected a number above 0"));
    CHECK_THAT(refusal_of_viewshed("geotiff = 1"),
               StartsWith("s.toml:5:11: 'viewshed.geotiff': expected true or false"));
    CHECK_THAT(refusal_of_viewshed("radius = inf"),
               StartsWith("s.toml:5:10: 'viewshed.radius': expected a finite number"));
    CHECK_THAT(refusal_of_viewshed("target_height = -1"),
               StartsWith("s.toml:5:17: 'viewshed.target_height'"));
    CHECK_THAT(refusal_of_viewshed("sectors = [10]"), StartsWith("s.toml:5:11: 'viewshed.sectors'"));
    CHECK_THAT(refusal_of_viewshed("sides = 3"), StartsWith("s.toml:5:1: unknown key 'sides'"));
    CHECK_THAT(refusal_of(terrain_table + "[viewshed]\nobserver = [1, 2, -3]\n"),
               StartsWith("s.toml:4:12: 'viewshed.observer'") ||
                   StartsWith("s.toml:4:19: 'viewshed.observer"));
    CHECK_THAT(refusal_of(terrain_table + "[[viewshed]]\nobserver = [1, 2, 3]\n"),
               StartsWith("s.toml:3:1: 'viewshed': expected a table"));
}

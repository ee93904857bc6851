#include "app/document/script.h"
#include "net/message/limits.h"
#include "tests/app/document/script_refusal.h"
#include "tests/catch.h"

using namespace farfield;
using app::parse_script;
using app::test::refusal;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

const std::string terrain_table = "[terrain]\nname = 'a'\n";

/// Of a [[sight]] with `to` on line 5.
std::string refusal_of_targets(const std::string& to)
{
    return refusal(terrain_table + "[[sight]]\nfrom = [1, 2, 3]\nto = " + to + "\n");
}

/// Of a [viewshed] with its key on line 5.
std::string refusal_of_viewshed(const std::string& line)
{
    return refusal(terrain_table + "[viewshed]\nobserver = [1, 2, 3]\n" + line + "\n");
}

}  // namespace

TEST_CASE("parse_script: [[sight]] has an eye and one target or more", "[script]")
{
    const auto script = parse_script(terrain_table + "[[sight]]\nfrom = [562000, 5115900.5, 2]\n"
                                                     "to = [[562000, 5110500, 2], [1, 2, -3.5]]\n"
                                                     "[[sight]]\nfrom = [0, 0, 0]\nto = [[1, 1, 0]]\n",
                                     "s.toml");
    REQUIRE(script.terrain->sight.size() == 2);
    const auto& first = script.terrain->sight.front();
    CHECK(first.from == model::Point{562000.0, 5115900.5, 2.0});
    CHECK(first.to == std::vector<model::Point>{{562000.0, 5110500.0, 2.0}, {1.0, 2.0, -3.5}});
}

TEST_CASE("parse_script: [viewshed] says where it is seen from, and how far", "[script]")
{
    const auto script =
        parse_script(terrain_table + "[viewshed]\nobserver = [562000, 5115900, 2]\n"
                                     "target_height = 1.5\nradius = 9000\nsectors = [350, 10]\n",
                     "s.toml");
    REQUIRE(script.terrain->viewshed);
    CHECK(script.terrain->viewshed->observer == model::Point{562000.0, 5115900.0, 2.0});
    CHECK(script.terrain->viewshed->target_height == 1.5);
    CHECK(script.terrain->viewshed->radius == 9000.0);
    CHECK_FALSE(script.terrain->viewshed->geotiff);
    CHECK(script.terrain->viewshed->sectors == std::array{350.0, 10.0});
}

TEST_CASE("parse_script: a [viewshed] without limits is of all the ground", "[script]")
{
    const auto script = parse_script(terrain_table + "[viewshed]\nobserver = [0, 0, 0]\n", "s.toml");
    CHECK(script.terrain->viewshed->target_height == 0.0);
    CHECK_FALSE(script.terrain->viewshed->radius);
    CHECK_FALSE(script.terrain->viewshed->sectors);
}

TEST_CASE("parse_script: [terrain] names a picture and an overlay", "[script]")
{
    const auto script =
        parse_script(terrain_table + "picture = 'ortho.tif'\noverlay = 'roads.geojson'\n", "s.toml");
    CHECK(script.terrain->picture == "ortho.tif");
    CHECK(script.terrain->overlay == "roads.geojson");
    CHECK_THAT(refusal(terrain_table + "picture = ''\n"),
               StartsWith("s.toml:3:11: 'picture' must name a file"));
    CHECK_THAT(refusal(terrain_table + "overlay = 3\n"), StartsWith("s.toml:3:11: 'overlay' must be text"));
}

TEST_CASE("parse_script: sight and viewshed without ground are refused", "[script]")
{
    CHECK_THAT(refusal("dataset = 'b'\n[[sight]]\nfrom = [0, 0, 0]\nto = [[1, 1, 0]]\n"),
               StartsWith("s.toml:2:1: 'sight' needs a [terrain]"));
    CHECK_THAT(refusal("dataset = 'b'\n\n[viewshed]\nobserver = [0, 0, 0]\n"),
               StartsWith("s.toml:3:1: 'viewshed' needs a [terrain]"));
}

TEST_CASE("parse_script: targets that are none are refused where they stand", "[script]")
{
    CHECK_THAT(refusal_of_targets("[]"), StartsWith("s.toml:5:6: 'to' must have a place at least"));
    CHECK_THAT(
        refusal_of_targets("[1, 2, 3]"),
        StartsWith("s.toml:5:7: 'to' must be an array of arrays of 3 finite numbers, found an integer"));
    CHECK_THAT(refusal_of_targets("[[1, 2, 3], [1, 2]]"), StartsWith("s.toml:5:18: 'to' must be"));
    CHECK_THAT(refusal_of_targets("[[1, 2, nan]]"), StartsWith("s.toml:5:14: 'to' must be"));
    CHECK_THAT(refusal_of_targets("[[1, -inf, 3]]"), StartsWith("s.toml:5:11: 'to' must be"));
    CHECK_THAT(refusal_of_targets("[[1, 1e300, 3]]"), StartsWith("s.toml:5:6: 'to' must be numbers from"));
    CHECK_THAT(refusal(terrain_table + "[[sight]]\nfrom = [1, 2, 3]\n"),
               ContainsSubstring("'to' is missing"));
}

TEST_CASE("parse_script: more targets than a call may have are refused", "[script]")
{
    const auto targets = [](std::size_t count) {
        std::string list = "[";
        for (std::size_t i = 0; i < count; ++i) list += "[1, 2, 3],";
        return list + "]";
    };
    CHECK(refusal_of_targets(targets(model::max_sight_targets)).empty());
    CHECK_THAT(refusal_of_targets(targets(model::max_sight_targets + 1)),
               StartsWith("s.toml:5:6: 'to' has 10001 places: at most 10000 are allowed"));
}

TEST_CASE("parse_script: an eye that is none is refused where it stands", "[script]")
{
    const auto refusal_of_eye = [](const std::string& from) {
        return refusal(terrain_table + "[[sight]]\nfrom = " + from + "\nto = [[1, 2, 3]]\n");
    };
    CHECK_THAT(refusal_of_eye("[1, 2]"), StartsWith("s.toml:4:8: 'from' must be"));
    CHECK_THAT(refusal_of_eye("[1, nan, 3]"), StartsWith("s.toml:4:12: 'from' must be"));
    CHECK_THAT(refusal_of_eye("[-1e13, 0, 3]"), StartsWith("s.toml:4:8: 'from' must be numbers from"));
    CHECK_THAT(refusal(terrain_table + "[[sight]]\nform = [1, 2, 3]\nto = [[1, 2, 3]]\n"),
               StartsWith("s.toml:4:1: unknown key 'form' in [[sight]]; did you mean 'from'?"));
}

TEST_CASE("parse_script: a viewshed that is none is refused where it stands", "[script]")
{
    CHECK_THAT(refusal_of_viewshed("radius = 0"), StartsWith("s.toml:5:10: 'radius' must be above 0"));
    CHECK_THAT(refusal_of_viewshed("geotiff = 1"),
               StartsWith("s.toml:5:11: 'geotiff' must be true or false"));
    CHECK_THAT(refusal_of_viewshed("radius = inf"), StartsWith("s.toml:5:10: 'radius' must be a finite"));
    CHECK_THAT(refusal_of_viewshed("target_height = -1"), StartsWith("s.toml:5:17: 'target_height' must"));
    CHECK_THAT(refusal_of_viewshed("sectors = [0, 400]"), StartsWith("s.toml:5:11: 'sectors' must be"));
    CHECK_THAT(refusal_of_viewshed("sectors = [10]"), StartsWith("s.toml:5:11: 'sectors' must be"));
    CHECK_THAT(refusal_of_viewshed("max_side = 3"), StartsWith("s.toml:5:1: unknown key 'max_side'"));
    CHECK_THAT(refusal(terrain_table + "[viewshed]\nobserver = [1, 2, -3]\n"),
               StartsWith("s.toml:4:12: 'observer' must not be below the ground"));
    CHECK_THAT(refusal(terrain_table + "[viewshed]\n"), ContainsSubstring("'observer' is missing"));
    CHECK_THAT(refusal(terrain_table + "[[viewshed]]\nobserver = [1, 2, 3]\n"),
               StartsWith("s.toml:3:1: 'viewshed' must be a table"));
}

#include "app/play/script_camera.h"
#include "render/scene/terrain_pose.h"
#include "tests/app/document/script_refusal.h"
#include "tests/catch.h"

using namespace farfield;
using app::parse_script;
using app::ScriptCamera;
using app::test::refusal;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr auto flight = R"(
frames = 60
[terrain]
name = "hills.tif"
detail = 0
heights = [100, 900]
colour_map = "viridis"
sun_azimuth = 120
contour_metres = 50
[[camera]]
at = 0
eye = [562000, 5110000, 3000]
heading = 90
pitch = -10
[[camera]]
at = 2
eye = [564000, 5110000, 3000]
target = [564000, 5111000, 3000]
)";

}  // namespace

TEST_CASE("parse_script: [terrain] takes the dataset's place", "[script]")
{
    const app::Script script = parse_script(flight, "s.toml");
    REQUIRE(script.terrain);
    CHECK(script.terrain->name == "hills.tif");
    CHECK(script.terrain->view.detail == 0.0);
    CHECK(script.terrain->heights == glm::vec2(100.0F, 900.0F));
    CHECK(script.terrain->style.map == render::ColourMap::Viridis);
    CHECK(script.terrain->style.sun_azimuth_degrees == 120.0F);
    CHECK(script.terrain->style.contour_metres == 50.0F);
}

TEST_CASE("parse_script: what does not belong over terrain is refused", "[script]")
{
    const std::string terrain = "[terrain]\nname = 'a'\n";
    CHECK_THAT(refusal("dataset = 'b'\n" + terrain), ContainsSubstring("either 'dataset' or '[terrain]'"));
    CHECK_THAT(refusal(terrain + "[lines]\n"), ContainsSubstring("'lines' is of a dataset"));
    CHECK_THAT(refusal("frames = 5000\n" + terrain), ContainsSubstring("at most 4096 frames"));
    CHECK_THAT(refusal("[terrain]\ndetail = 1\n"), ContainsSubstring("'name' is missing"));
    CHECK_THAT(refusal(terrain + "heights = [3, 2]\n"), ContainsSubstring("low below high"));
    CHECK_THAT(refusal(terrain + "sun = 3\n"), ContainsSubstring("unknown key 'sun'"));
    CHECK_THAT(refusal(terrain + "[[camera]]\nat = 0\neye = [0, 0, 1]\n"),
               ContainsSubstring("'heading' is missing"));
}

TEST_CASE("ScriptCamera: coordinates of five million metres keep their centimetres", "[script]")
{
    const app::Script script = parse_script(flight, "s.toml");
    const ScriptCamera camera(script, {.origin = {563000, 5110000.25, 0}}, {});
    const render::CameraView first = camera.at(0, 1.5F);
    CHECK(first.eye.x == Approx(-1000.0F));
    CHECK(first.eye.y == Approx(-0.25F));
    const auto pose = render::pose_of(first, 1.5);
    CHECK(pose.heading_degrees == Approx(90.0).margin(1e-3));
    CHECK(pose.pitch_degrees == Approx(-10.0).margin(1e-3));
}

TEST_CASE("ScriptCamera: without keys a domain that is wide is seen in the width that is free", "[script]")
{
    const app::Script script =
        parse_script("dataset = 'analytic:abc'\n[view]\nyaw_degrees = 0\npitch_degrees = 0\n", "s.toml");
    const ScriptCamera camera(script, {}, {{0.0F, 0.0F, 0.0F}, {9.0F, 0.0F, 1.0F}});
    const auto distance = [&](float free_width) {
        const render::CameraView view = camera.at(0, 1.5F, free_width);
        return glm::distance(view.eye, view.target);
    };
    CHECK(distance(0.5F) == Approx(2.0F * distance(1.0F)));
}

TEST_CASE("ScriptCamera: between keys the eye moves and the heading turns", "[script]")
{
    const app::Script script = parse_script(flight, "s.toml");
    const ScriptCamera camera(script, {}, {});
    const auto middle = render::pose_of(camera.at(30, 1.5F), 1.5);
    CHECK(middle.heading_degrees > 10.0);
    CHECK(middle.heading_degrees < 80.0);
    const auto last = render::pose_of(camera.at(60, 1.5F), 1.5);
    CHECK(last.heading_degrees == Approx(0.0).margin(1e-3));
}

TEST_CASE("ScriptCamera: a geographic terrain's degrees become metres east and north", "[script]")
{
    const app::Script script = parse_script(
        "[terrain]\nname = 'a'\n[[camera]]\nat = 0\neye = [8.5, 46.5, 3000]\nheading = 0\n", "s.toml");
    const ScriptCamera camera(script, {.origin = {8.0, 46.0, 0.0}, .scale = {77000.0, 111000.0, 1.0}}, {});
    CHECK(camera.at(0, 1.5F).eye.x == Approx(38500.0F));
    CHECK(camera.at(0, 1.5F).eye.y == Approx(55500.0F));
}

TEST_CASE("ScriptCamera: whether 'up' points where a camera looks is seen in metres", "[script]")
{
    const app::ScriptFrame degrees{.origin = {8.0, 46.0, 0.0}, .scale = {77000.0, 111000.0, 1.0}};
    const std::string from = "[terrain]\nname = 'a'\n[[camera]]\nat = 2\neye = [8.5, 46.5, 4500]\ntarget = ";
    const auto look = [&](const std::string& target) {
        return ScriptCamera(parse_script(from + target, "s.toml"), degrees, {}).at(0, 1.5F);
    };
    // 0.3 degrees are 23 km; the target lies 3.5 km lower.
    CHECK(render::pose_of(look("[8.8, 46.5, 1000]"), 1.5).pitch_degrees == Approx(-8.6).margin(0.1));
    CHECK_THROWS_WITH(look("[8.5, 46.5, 1000]"),
                      ContainsSubstring("[[camera]] at 2 s: 'up' must not point where it looks"));
}

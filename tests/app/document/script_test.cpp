#include "model/programs/line_params.h"
#include "model/styles/line_style.h"
#include "tests/app/document/documents.h"
#include "tests/catch.h"

using namespace farfield;
using app::test::document_of;
using app::test::refusal_of;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

constexpr auto full = R"(
dataset = "analytic:abc:64"
duration_seconds = 4
frames_per_second = 25
policy = "latest"
size = [640, 360]
rate = 50

[particles]
step = -0.02
steps_per_frame = 3
max_age_frames = 120
scalar = "speed"
developed = true

[[rake]]
kind = "point"
at = [1, 2, 3.5]

[[rake]]
kind = "line"
from = [0, 0, 0]
to = [1, 0, 0]
seeds = 5
particles_per_seed = 20

[[rake]]
kind = "plane"
origin = [0, 0, 0]
edge_u = [1, 0, 0]
edge_v = [0, 1, 0]
seeds = [4, 3]

[[camera]]
frame = 50
eye = [0, -3, 1]
target = [0, 0, 0]
fov_degrees = 90

[[camera]]
at = 0
eye = [3, 0, 1]
target = [0, 0, 0]

[view]
vertical_scale = 0.001
colour_map = "turbo"
range = [0.5, 2]
point_size = 6
trail_frames = 8
axes = false

[output]
png_every = 10
png = [3]
)";

}  // namespace

TEST_CASE("read_toml: a script with everything is read", "[script]")
{
    const auto document = document_of(full);
    CHECK(document.data.at("dataset") == model::DataSource{.name = "analytic:abc:64"});
    CHECK(document.clock.frames == 100U);
    CHECK(document.clock.max_rate == 50.0);
    CHECK(document.clock.policy == model::FramePolicy::Latest);
    CHECK(document.scene.vertical_scale == 0.001);
    CHECK_FALSE(document.scene.show.axes);
    CHECK(document.output.size == std::array{640U, 360U});
    const auto& layer = document.layers.at("particles");
    CHECK(layer.params == model::Json{{"step", -0.02},
                                      {"steps_per_frame", 3},
                                      {"max_age_frames", 120},
                                      {"scalar", "speed"},
                                      {"developed", true}});
    CHECK(layer.style ==
          model::Json{
              {"colour_map", "turbo"}, {"range", {0.5, 2.0}}, {"point_size", 6.0}, {"trail_frames", 8}});
}

TEST_CASE("read_toml: rakes are as on the wire", "[script]")
{
    const auto document = document_of(full);
    CHECK(document.layers.at("particles").rakes == std::vector<std::string>{"rake-1", "rake-2", "rake-3"});
    CHECK(document.rakes.at("rake-1").rake == model::Rake{.shape = model::PointRake{{1, 2, 3.5}}});
    CHECK(document.rakes.at("rake-2").rake ==
          model::Rake{.shape = model::LineRake{{0, 0, 0}, {1, 0, 0}, 5}, .particles_per_seed = 20});
    CHECK(document.rakes.at("rake-3").rake ==
          model::Rake{.shape = model::PlaneRake{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {4, 3}}});
}

TEST_CASE("read_toml: camera keys are sorted by time, frames counted at the script's rate", "[script]")
{
    const auto keys = document_of(full).camera.keys;
    REQUIRE(keys.size() == 2);
    CHECK(keys[0].at == 0.0);
    CHECK(keys[1].at == Approx(50.0 / 25.0));
    CHECK(keys[1].eye == model::Point{0, -3, 1});
    CHECK(keys[1].fov_degrees == 90.0);
}

TEST_CASE("read_toml: pictures are kept every so often and where listed", "[script]")
{
    const auto output = document_of(full).output;
    CHECK(output.wants_png(0));
    CHECK(output.wants_png(3));
    CHECK(output.wants_png(20));
    CHECK_FALSE(output.wants_png(4));
}

TEST_CASE("read_toml: the dataset alone is a script", "[script]")
{
    const auto document = document_of("dataset = 'analytic:abc'");
    CHECK(model::pace_of(document.clock, model::Use::Headless).policy == model::FramePolicy::Every);
    CHECK(model::layers_in_order(document) == std::vector<std::string>{"particles"});
    CHECK_FALSE(document.layers.at("particles").rakes);
    CHECK(document.camera.keys.empty());
    CHECK_FALSE(document.output.wants_png(0));
}

TEST_CASE("read_toml: a velocity is named beside the dataset, or left to the node", "[script]")
{
    CHECK(document_of("dataset = 'a.nc'").data.at("dataset").velocity.empty());
    CHECK(document_of("dataset = 'a.nc'\nvelocity = 'u10,v10'").data.at("dataset").velocity == "u10,v10");
}

TEST_CASE("read_toml: a camera with an 'up' that says nothing is refused", "[script]")
{
    CHECK(refusal_of("dataset = 'a'\n[[camera]]\nat = 0\neye = [0, 0, 1]\ntarget = [0, 0, 0]\n"
                     "up = [0, 0, 0]") ==
          "s.toml:6:6: 'camera[0].up': expected a direction other than [0, 0, 0], found an array of 3");
}

TEST_CASE("read_toml: a required key that is misspelt is missing from its table", "[script]")
{
    CHECK(
        refusal_of("dataset = 'a'\n[[rake]]\nkind = 'line'\nfrom = [0, 0, 0]\ntoo = [1, 1, 1]\nseeds = 3") ==
        "s.toml:2:1: 'rake[0].to': expected an array of three numbers, found nothing");
}

TEST_CASE("read_toml: [lines] asks for lines of that kind", "[script]")
{
    const auto document = document_of(R"(
dataset = "d"
[lines]
kind = "streakline"
integrator = "dopri5"
step = 0.5
steps = 300
release_steps = 4
max_length = 12.5
time_step = 0.25
scalar = "q"
[view]
line_width = 3.5
lines = false
)");
    CHECK(model::layers_in_order(document) == std::vector<std::string>{"lines"});
    const auto& layer = document.layers.at("lines");
    CHECK(layer.params == model::Json{{"kind", "streakline"},
                                      {"integrator", "dopri5"},
                                      {"step", 0.5},
                                      {"steps", 300},
                                      {"release_steps", 4},
                                      {"max_length", 12.5},
                                      {"time_step", 0.25},
                                      {"scalar", "q"}});
    CHECK(layer.style == model::Json{{"line_width", 3.5}, {"drawn", false}});
}

TEST_CASE("read_toml: a wrong setting of lines is named with its place", "[script]")
{
    CHECK_THAT(refusal_of("dataset = 'd'\n[lines]\nkind = 'stripe'"),
               StartsWith("s.toml:3:8: 'lines.kind': expected") && ContainsSubstring("\"streakline\""));
    CHECK(refusal_of("dataset = 'd'\n[lines]\nstep = 0") ==
          "s.toml:3:8: 'lines.step': expected a number above 0, found 0");
}

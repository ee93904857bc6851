#include "app/document/script.h"

#include "app/document/script_table.h"
#include "tests/catch.h"

using namespace farfield;
using app::parse_script;
using Catch::Matchers::ContainsSubstring;

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

app::Script parse(const std::string& text)
{
    return parse_script(text, "s.toml");
}

}  // namespace

TEST_CASE("parse_script: a script with everything is read", "[script]")
{
    const auto script = parse(full);
    CHECK(script.dataset == "analytic:abc:64");
    CHECK(script.frames == 100);
    CHECK(script.rate == 50.0);
    CHECK(script.view.vertical_scale == 0.001F);
    CHECK(script.policy == net::Policy::Latest);
    CHECK(script.size == std::array{640, 360});
    CHECK(script.particles.step == -0.02);
    CHECK(script.particles.steps_per_frame == 3U);
    CHECK(script.max_age_frames == 120U);
    CHECK(script.particles.developed == true);
    CHECK(script.view.colour_map == render::ColourMap::Turbo);
    CHECK(script.view.range == render::ScalarRange{0.5F, 2.0F});
    CHECK(script.view.particles.size == 6.0F);
    CHECK(script.view.trail_frames == 8);
    CHECK_FALSE(script.view.show.axes);
}

TEST_CASE("parse_script: rakes are as on the wire", "[script]")
{
    const auto rakes = parse(full).particles.rakes;
    REQUIRE(rakes.size() == 3);
    CHECK(rakes[0] == model::Rake{.shape = model::PointRake{{1, 2, 3.5}}});
    CHECK(rakes[1] ==
          model::Rake{.shape = model::LineRake{{0, 0, 0}, {1, 0, 0}, 5}, .particles_per_seed = 20});
    CHECK(rakes[2] == model::Rake{.shape = model::PlaneRake{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {4, 3}}});
}

TEST_CASE("parse_script: camera keys are sorted by time, frames counted at the script's rate", "[script]")
{
    const auto camera = parse(full).camera;
    REQUIRE(camera.size() == 2);
    CHECK(camera[0].time_seconds == 0.0);
    CHECK(camera[1].time_seconds == Approx(50.0 / 25.0));
    CHECK(camera[1].eye == farfield::model::Point{0, -3, 1});
    CHECK(camera[1].fov_y_radians == Approx(1.5707963));
}

TEST_CASE("parse_script: pictures are kept every so often and where listed", "[script]")
{
    const auto output = parse(full).output;
    CHECK(output.wants_png(0));
    CHECK(output.wants_png(3));
    CHECK(output.wants_png(20));
    CHECK_FALSE(output.wants_png(4));
}

TEST_CASE("parse_script: the dataset alone is a script", "[script]")
{
    const auto script = parse("dataset = 'analytic:abc'");
    CHECK(script.policy == net::Policy::Every);
    CHECK(script.particles.rakes.empty());
    CHECK(script.camera.empty());
    CHECK_FALSE(script.output.wants_png(0));
}

TEST_CASE("parse_script: a velocity is named beside the dataset, or left to the node", "[script]")
{
    CHECK(parse_script("dataset = 'a.nc'", "a.toml").velocity.empty());
    CHECK(parse_script("dataset = 'a.nc'\nvelocity = 'u10,v10'", "a.toml").velocity == "u10,v10");
    CHECK_THROWS_WITH(parse_script("velocity = 'u10,v10'\n[terrain]\nname = 'fractal:64'", "a.toml"),
                      ContainsSubstring("'velocity' is of a dataset"));
}

TEST_CASE("parse_script: a misspelt key is named with its place and the key that was meant", "[script]")
{
    CHECK_THROWS_WITH(parse("dataset = 'a'\nfarmes = 3"),
                      "s.toml:2:1: unknown key 'farmes' in the script; did you mean 'frames'?");
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[view]\n  colour_mop = 'turbo'"),
                      "s.toml:3:3: unknown key 'colour_mop' in [view]; did you mean 'colour_map'?");
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[[rake]]\nkind = 'point'\nat = [0,0,0]\nseed = 3"),
                      ContainsSubstring("s.toml:5:1: unknown key 'seed' in [[rake]]"));
}

TEST_CASE("parse_script: a value of the wrong type or size says what was expected", "[script]")
{
    CHECK_THROWS_WITH(parse("dataset = 3"), "s.toml:1:11: 'dataset' must be text, found an integer");
    CHECK_THROWS_WITH(parse("dataset = 'a'\nframes = 0"),
                      ContainsSubstring("s.toml:2:10: 'frames' must be from 1 to"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\nframes = 1.5"),
                      ContainsSubstring("must be a whole number, found a number"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\nsize = [1280]"),
                      ContainsSubstring("'size' must be [width, height]"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[particles]\nstep = 0"),
                      ContainsSubstring("'step' must not be 0"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[particles]\nstep = nan"),
                      ContainsSubstring("must be a finite number"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[view]\nrange = [2, 1]"), ContainsSubstring("low below high"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[view]\nup = [0, 0, 0]"),
                      ContainsSubstring("'up' must not be zero"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\nrake = 3"), ContainsSubstring("an array of tables"));
}

TEST_CASE("parse_script: a camera with an 'up' that says nothing is refused", "[script]")
{
    CHECK_THROWS_WITH(
        parse_script("dataset = 'a'\n[[camera]]\nat = 0\neye = [0, 0, 1]\ntarget = [0, 0, 0]\nup = [0, 0, 0]",
                     "s"),
        ContainsSubstring("s:2:1: [[camera]]: 'up' must not be zero"));
}

TEST_CASE("parse_script: a required key that is misspelt is named, not called missing", "[script]")
{
    CHECK_THROWS_WITH(
        parse_script("dataset = 'a'\n[[rake]]\nkind = 'line'\nfrom = [0, 0, 0]\ntoo = [1, 1, 1]\nseeds = 3",
                     "s"),
        ContainsSubstring("s:5:1: unknown key 'too'") && ContainsSubstring("did you mean 'to'?"));
}

TEST_CASE("parse_script: an unknown word suggests the one that was meant", "[script]")
{
    CHECK_THROWS_WITH(parse("dataset = 'a'\npolicy = 'lates'"),
                      ContainsSubstring("s.toml:2:10: 'policy' must be one of every, latest") &&
                          ContainsSubstring("mean 'latest'"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[view]\ncolour_map = 'jet'"),
                      ContainsSubstring("viridis, cividis, turbo"));
}

TEST_CASE("parse_script: what is needed and missing is named", "[script]")
{
    CHECK_THROWS_WITH(parse("frames = 3"),
                      ContainsSubstring("s.toml:1:1: the script: key 'dataset' is missing"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[[rake]]\nkind = 'line'\nfrom = [0,0,0]"),
                      ContainsSubstring("'to' is missing"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\n[[camera]]\neye = [0,0,1]\ntarget = [0,0,0]"),
                      ContainsSubstring("either 'at' (seconds) or 'frame'"));
    CHECK_THROWS_WITH(parse("dataset = 'a'\nframes = 3\nduration_seconds = 1"),
                      ContainsSubstring("not both"));
}

TEST_CASE("parse_script: text that is not TOML is told with its place", "[script]")
{
    CHECK_THROWS_WITH(parse("dataset = 'a'\nframes = = 3"),
                      ContainsSubstring("s.toml:2:") && ContainsSubstring("not TOML"));
}

TEST_CASE("load_script: a file that is missing, or a folder, is told by name", "[script]")
{
    CHECK_THROWS_WITH(app::load_script("no/such.toml"), "cannot read script 'no/such.toml'");
    CHECK_THROWS_WITH(app::load_script("/"), ContainsSubstring("cannot read script '/'"));
}

TEST_CASE("parse_script: without [lines] the program is that of particles", "[script]")
{
    CHECK_FALSE(parse_script("dataset = 'd'", "s.toml").lines);
}

TEST_CASE("parse_script: [lines] asks for lines of that kind", "[script]")
{
    const auto script = parse_script(R"(
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
line_width = 2.5
lines = false
)",
                                     "s.toml");
    REQUIRE(script.lines);
    CHECK(script.lines->kind == model::LineKind::Streakline);
    CHECK(script.lines->integrator == model::LineIntegrator::Dopri5);
    CHECK(script.lines->step == 0.5);
    CHECK(script.lines->steps == 300U);
    CHECK(script.lines->release_steps == 4U);
    CHECK(script.lines->max_length == 12.5);
    CHECK(script.lines->time_step == 0.25);
    CHECK(script.lines->scalar == "q");
    CHECK(script.lines->direction == model::LineDirection::Forward);
    CHECK(script.view.lines.width == 2.5F);
    CHECK_FALSE(script.view.lines.drawn);
}

TEST_CASE("parse_script: a wrong setting of lines is named with its place", "[script]")
{
    CHECK_THROWS_WITH(parse_script("dataset = 'd'\n[lines]\nkind = 'stripe'", "s.toml"),
                      ContainsSubstring("s.toml:3") && ContainsSubstring("streakline"));
    CHECK_THROWS_WITH(parse_script("dataset = 'd'\n[lines]\nstep = 0", "s.toml"),
                      ContainsSubstring("s.toml:3") && ContainsSubstring("'step' must be above 0"));
    CHECK_THROWS_WITH(parse_script("dataset = 'd'\n[lines]\nstripes = 3", "s.toml"),
                      ContainsSubstring("stripes"));
}

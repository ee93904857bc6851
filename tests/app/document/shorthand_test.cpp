#include "tests/app/document/documents.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;

using app::load_document;
using farfield::app::test::document_of;

namespace {

const std::filesystem::path scripts = std::filesystem::path(FARFIELD_SOURCE_DIR) / "assets/scripts";

model::Document script(const char* name)
{
    return load_document(scripts / name, model::layer_kinds());
}

}  // namespace

TEST_CASE("load_document: every script is a document, and equal to its written form", "[shorthand]")
{
    std::size_t count = 0;
    for (const auto& folder : {scripts, scripts / "../../tests/baseline/scripts"})
        for (const auto& file : std::filesystem::directory_iterator(folder)) {
            if (file.path().extension() != ".toml") continue;
            INFO(file.path());
            const farfield::test::TemporaryFolder made;
            made.write("seeds.csv", "x,y,z\n1,2,3\n4,5,6\n");
            made.write("seeds_with_times.csv", "x,y,z,t\n1,2,3,0\n4,5,6,0.5\n");
            const auto copy = made.write("s.toml", farfield::test::read_text(file.path()));
            const auto document = load_document(copy, model::layer_kinds());
            const auto text = model::text_of(document);
            CHECK(model::parse_document(text, model::layer_kinds()) == document);
            CHECK(model::text_of(model::parse_document(text, model::layer_kinds())) == text);
            CHECK_FALSE(document.layers.empty());
            ++count;
        }
    CHECK(count == 23);
}

TEST_CASE("load_document: demo.toml is short for its full form", "[shorthand]")
{
    CHECK(script("demo.toml") == document_of(R"(
farfield = 1
data.dataset = { kind = "dataset", name = "analytic:tornado:64" }
clock.frames = 300
camera = { yaw_degrees = 30, pitch_degrees = 16, orbit_degrees_per_second = 9 }
scene.show.rakes = false
output = { size = [1280, 720], png_every = 60 }
[rakes]
rake-1 = { kind = "plane", origin = [0.15, 0.15, 0.02], edge_u = [0.7, 0, 0], edge_v = [0, 0.7, 0], seeds = [24, 24], particles_per_seed = 12 }
rake-2 = { kind = "line", from = [0.5, 0.5, 0.05], to = [0.5, 0.5, 0.95], seeds = 64, particles_per_seed = 40 }
[layers.particles]
kind = "particles"
rakes = ["rake-1", "rake-2"]
params = { step = 0.02, steps_per_frame = 2, max_age_frames = 150, developed = true }
style = { colour_map = "viridis", point_size = 3, trail_frames = 20 }
)"));
}

TEST_CASE("load_document: eddies_lines.toml is short for its full form", "[shorthand]")
{
    CHECK(script("eddies_lines.toml") == document_of(R"(
[data.dataset]
kind = "dataset"
name = "nek5000/eddy_uv.nek5000"
[clock]
frames = 90
[rakes.rake-1]
kind = "plane"
origin = [0.2, 0.2, 0]
edge_u = [5.9, 0, 0]
edge_v = [0, 5.9, 0]
seeds = [28, 28]
[layers.lines]
kind = "lines"
rakes = ["rake-1"]
[layers.lines.params]
direction = "both"
step_unit = "cell"
step = 0.5
steps = 120
time = 0
time_step = 0.001
scalar = "vorticity"
[layers.lines.style]
colour_map = "turbo"
[scene.show]
rakes = false
[[camera.keys]]
at = 0
eye = [3.14, 3.14, 12]
target = [3.14, 3.14, 0]
up = [0, 1, 0]
[output]
png = [0, 80]
)"));
}

TEST_CASE("load_document: fractal_flight.toml is short for its full form", "[shorthand]")
{
    CHECK(script("fractal_flight.toml") == document_of(R"(
data.terrain = { kind = "terrain", name = "fractal:2048" }
layers.terrain = { kind = "terrain", style = { haze_metres = 50000, contour_metres = 200 } }
clock.frames = 90
scene.show.legend = false
output = { size = [1024, 576], png = [0, 60] }
[[camera.keys]]
at = 0
eye = [12000, 9000, 3600]
heading = 35
pitch = -9
[[camera.keys]]
at = 3
eye = [22000, 22000, 3000]
heading = 60
pitch = -6
)"));
}

TEST_CASE("load_document: st_helens_sight.toml is short for its full form", "[shorthand]")
{
    CHECK(script("st_helens_sight.toml") == document_of(R"(
data.terrain = { kind = "terrain", name = "SainteHelens.dem" }
clock.frames = 60
output.png = [0, 59]
[layers.terrain]
kind = "terrain"
params.detail = 0
style = { sun_azimuth = 250, sun_elevation = 35, haze_metres = 40000 }
[layers.viewshed]
kind = "viewshed"
order = 2
params = { observer = [562500, 5117300, 40], radius = 8000 }
style.geotiff = true
[layers.sight-1]
kind = "sight"
order = 3
[layers.sight-1.params]
from = [562500, 5117300, 40]
to = [[562530, 5115650, 2], [563150, 5116450, 2], [563600, 5116700, 2], [564300, 5116300, 2], [561000, 5116100, 2],
      [562800, 5119500, 2], [563500, 5121000, 2], [560600, 5119300, 2]]
[[camera.keys]]
at = 0
eye = [565500, 5122500, 3600]
target = [562500, 5116200, 2000]
[[camera.keys]]
at = 2
eye = [562000, 5123000, 4000]
target = [562400, 5117000, 1800]
)"));
}

TEST_CASE("load_document: everything.toml has terrain, particles and lines of two datasets at once",
          "[shorthand]")
{
    const auto document = script("everything.toml");
    CHECK(model::layers_in_order(document) == std::vector<std::string>{"ground", "smoke", "paths", "waves"});
    CHECK(model::base_of(document) == "hills");
    CHECK(document.data.at("flow").transform.scale == model::Point{6000.0, 6000.0, 6000.0});
    CHECK(document.layers.at("paths").data == "flow");
    CHECK(document.layers.at("waves").data == "waves");
}

TEST_CASE("read_toml: every short key has its place in the full form", "[shorthand]")
{
    CHECK(document_of(R"(
dataset = "d"
velocity = "u,v"
duration_seconds = 1
frames_per_second = 20
rate = 5
policy = "latest"
[particles]
step = -0.05
max_age_frames = 200
scalar = "q"
start_time = 0.7
loop_time = false
[[camera]]
frame = 15
eye = [2, 2, 1]
target = [0, 0, 0]
fov_degrees = 50
[view]
zoom = 2
up = [0, 1, 0]
vertical_scale = 1.5
outline = false
axes = false
legend = false
range = [0, 3]
perspective = false
shaded = false
trail_frames = 0
trail_width = 2
trail_opacity = 0.5
particles = false
)") == document_of(R"(
data.dataset = { kind = "dataset", name = "d", velocity = "u,v" }
clock = { frames = 20, frames_per_second = 20, max_rate = 5, policy = "latest" }
scene = { up = [0, 1, 0], vertical_scale = 1.5, show = { outline = false, axes = false, legend = false } }
[layers.particles]
kind = "particles"
[layers.particles.params]
step = -0.05
max_age_frames = 200
scalar = "q"
time = { start = 0.7, loop = false }
[layers.particles.style]
drawn = false
range = [0, 3]
perspective = false
shaded = false
trail_frames = 0
trail_width = 2
trail_opacity = 0.5
[camera]
zoom = 2
keys = [{ at = 0.75, eye = [2, 2, 1], target = [0, 0, 0], fov_degrees = 50 }]
)"));
}

TEST_CASE("read_toml: a picture and an overlay are layers, curvature is a parameter", "[shorthand]")
{
    CHECK(document_of(R"(
[terrain]
name = "hills.asc"
detail = 0.5
curved = true
refraction = 0.2
heights = [150, 800]
colour_map = "viridis"
sea = false
grid_metres = 500
picture = "map.png"
overlay = "roads.geojson"
[viewshed]
observer = [1, 2, 3]
target_height = 2
sectors = [300, 170]
[view]
colour_map = "turbo"
)") == document_of(R"(
data.terrain = { kind = "terrain", name = "hills.asc" }
[layers.terrain]
kind = "terrain"
params = { detail = 0.5, curved = true, refraction = 0.2 }
style = { heights = [150, 800], colour_map = "viridis", sea = false, grid_metres = 500 }
[layers.picture]
kind = "picture"
order = 1
params.file = "map.png"
[layers.overlay]
kind = "overlay"
order = 1
params.file = "roads.geojson"
[layers.viewshed]
kind = "viewshed"
order = 2
params = { observer = [1, 2, 3], target = 2, sectors = [300, 170] }
)"));
}

TEST_CASE("read_toml: lines take the place of particles, whose settings have to be right all the same",
          "[shorthand]")
{
    const auto document = document_of("dataset = 'd'\n[particles]\nstep = 1\n[lines]\nkind = 'pathline'\n"
                                      "[view]\npoint_size = 3\nline_width = 2\nlines = false\n");
    REQUIRE(document.layers.size() == 1);
    CHECK(document.layers.at("lines").params == model::Json{{"kind", "pathline"}});
    CHECK(document.layers.at("lines").style == model::Json{{"line_width", 2.0}, {"drawn", false}});
    CHECK(farfield::app::test::refusal_of("dataset = 'd'\n[lines]\n[view]\npoint_size = 0\n") ==
          "s.toml:4:14: 'view.point_size': expected a number from 0.1 to 1000, found 0");
}

TEST_CASE("read_toml: shorthand and full tables stand together", "[shorthand]")
{
    const auto document = document_of("dataset = 'd'\n[data.hills]\nkind = 'terrain'\nname = 'fractal:64'\n"
                                      "[layers.ground]\nkind = 'terrain'\n[lines]\nsteps = 3\n");
    CHECK(document.layers.size() == 2);
    CHECK(document.layers.at("lines").data == "dataset");
    CHECK(model::base_of(document) == "hills");
}

TEST_CASE("read_toml: a dataset beside full layers has no layer of its own accord", "[shorthand]")
{
    const auto document = document_of("dataset = 'd'\n[layers.a]\nkind = 'lines'\n");
    CHECK(document.layers.size() == 1);
}

TEST_CASE("load_document: the seeds of a list come from a file beside the script", "[shorthand]")
{
    const farfield::test::TemporaryFolder folder;
    folder.write("s.csv", "x,y,z,t\n1,2,3,0\n4,5,6,0.5\n");
    const model::Rake expected{model::ListRake{{{1, 2, 3}, {4, 5, 6}}, {0, 0.5}}};
    const auto shorthand = folder.write("a.toml", "dataset = 'a'\n[[rake]]\nkind = 'list'\nfile = 's.csv'\n");
    CHECK(load_document(shorthand, model::layer_kinds()).rakes.at("rake-1").rake == expected);
    const auto full = folder.write("b.toml", "dataset = 'a'\n[rakes.seeds]\nkind = 'list'\nfile = 's.csv'\n");
    CHECK(load_document(full, model::layer_kinds()).rakes.at("seeds").rake == expected);
}

TEST_CASE("script: [entities] is short for a layer of entities", "[shorthand]")
{
    CHECK(document_of("[terrain]\nname = 'hills.tif'\n[entities]\nrecording = 'e.ffr'\nforces = [1]\n"
                      "trail_seconds = 5\n") ==
          document_of("[terrain]\nname = 'hills.tif'\n[layers.entities]\nkind = 'entities'\norder = 4\n"
                      "recording = 'e.ffr'\nparams = { forces = [1] }\nstyle = { trail_seconds = 5 }\n"));
    CHECK(document_of("[entities]\n") == document_of("[layers.entities]\nkind = 'entities'\norder = 4\n"));
}

// Places in another turn of 360 degrees than the dataset's longitudes, in all calls and programs.
#include "compute_node/node/calls/dataset_values.h"
#include "compute_node/node/programs/lines.h"
#include "compute_node/node/programs/particles.h"
#include "compute_node/node/programs/rake_reader.h"
#include "compute_node/node/programs/surfaces/surface_limits.h"
#include "model/programs/particle_frame.h"
#include "tests/compute_node/node/programs/planes/cuts.h"

#include <array>
#include <cmath>
#include <memory>
#include <variant>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::node::cuts;
using namespace farfield::compute::testing;

namespace {

constexpr std::array all_forms{GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear,
                               GridForm::Unstructured};

/// Longitudes from 178 to 182, with the scalar s = x - 180 + 2 y - z.
std::shared_ptr<const OpenDataset> about_date_line(GridForm form)
{
    GridData data = data_on(form, 9, rotation, [](glm::dvec3 p) { return p.x + 2.0 * p.y - p.z; });
    data.geographic = true;
    data.position_units = "degrees";
    data.z_units = "m";
    const glm::dvec3 by{180.0, 0.0, 0.0};
    if (auto* axes = std::get_if<RectilinearGeometry>(&data.geometry))
        for (double& longitude : axes->coordinates[0]) longitude += by.x;
    if (auto* grid = std::get_if<UniformGeometry>(&data.geometry)) grid->origin += by;
    if (auto* grid = std::get_if<CurvilinearGeometry>(&data.geometry)) grid->origin += by;
    if (auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) mesh->origin += by;
    return opened_data(std::move(data));
}

std::vector<std::byte> frame_of(net::Program& program, std::size_t preamble_bytes)
{
    std::vector<std::byte> buffer(1 << 20);
    const auto frame = next_frame(program, buffer);
    REQUIRE(frame);
    const auto content = frame->payload.subspan(preamble_bytes);
    return {content.begin(), content.end()};
}

std::vector<std::byte> lines_from(GridForm form, double longitude)
{
    model::LineParams params;
    params.rakes = {model::Rake{model::LineRake{{longitude, -1.0, 0.0}, {longitude + 1.0, 1.0, 0.5}, 5}}};
    params.step = 5000.0;
    params.steps = 20;
    LineProgram program{about_date_line(form), start_of(write(params), 1 << 20), {}, {}};
    CHECK(program.answer().members.at("seeds_outside") == 0);
    return frame_of(program, model::polyline_preamble_bytes);
}

std::vector<std::byte> particles_from(GridForm form, double longitude)
{
    model::ParticleParams params;
    params.rakes = {model::Rake{model::PointRake{{longitude, 0.5, 0.25}}, 20}};
    params.step = 5000.0;
    ParticleProgram program{about_date_line(form), start_of(write(params), 1 << 20), {}, 1};
    CHECK(program.answer().members.at("seeds_outside") == 0);
    return frame_of(program, model::particle_preamble_bytes);
}

/// Values that are wrong where s is as about_date_line() has it; all are there.
std::size_t wrong_values(const Cut& slice)
{
    std::size_t wrong = 0;
    for (std::uint32_t row = 0; row < slice.preamble.height; ++row)
        for (std::uint32_t column = 0; column < slice.preamble.width; ++column) {
            const glm::dvec3 p = slice.place(column, row);
            wrong += std::abs(slice.at(column, row) - (p.x - 180.0 + 2.0 * p.y - p.z)) < 1e-3 ? 0 : 1;
        }
    return wrong;
}

}  // namespace

TEST_CASE("dataset.sample: places may lie in any turn of longitudes", "[calls]")
{
    for (const GridForm form : all_forms) {
        const auto samples =
            samples_of(*about_date_line(form),
                       {.scalar = "s",
                        .at = {{180.5, 0.25, 0.5}, {-179.5, 0.25, 0.5}, {540.5, 0.25, 0.5}, {-170, 0, 0}}});
        REQUIRE(samples.values[0]);
        // The warped grids' layers do not lie above each other, as those over the Earth do.
        if (form == GridForm::Uniform || form == GridForm::Rectilinear)
            CHECK(*samples.values[0] == Approx(0.5).margin(1e-4));
        CHECK(samples.values[1] == samples.values[0]);
        CHECK(samples.values[2] == samples.values[0]);
        CHECK(samples.why[3] == "outside");
    }
}

TEST_CASE("LineProgram: seeds in another turn of longitudes give the lines of the dataset's own", "[lines]")
{
    for (const GridForm form : all_forms) {
        const auto lines = lines_from(form, 179.5);
        CHECK(lines_from(form, 179.5 - 360.0) == lines);
        CHECK(lines_from(form, 179.5 + 720.0) == lines);
    }
}

TEST_CASE("ParticleProgram: seeds may lie in any turn of longitudes", "[particles]")
{
    for (const GridForm form : all_forms)
        CHECK(particles_from(form, 180.5 - 360.0) == particles_from(form, 180.5));
}

TEST_CASE("RakeReader: a slice across x may lie in any turn of longitudes", "[rake]")
{
    for (const GridForm form : all_forms) {
        RakeReader reader{about_date_line(form), {}};
        const auto rakes =
            reader.read({model::Rake{model::SliceRake{.axis = 0, .position = -179.5, .seeds = {3, 3}}}});
        const auto& seeds = std::get<model::ListRake>(rakes.front().shape).at;
        REQUIRE_FALSE(seeds.empty());
        for (const model::Point& seed : seeds) CHECK(seed[0] == 180.5);
    }
}

TEST_CASE("SliceProgram: planes of each form may lie in any turn of longitudes", "[slices]")
{
    const std::array planes{net::Json{{"axis", "x"}, {"position", -179.5}},
                            net::Json{{"origin", {-179.5, 0.0, 0.0}}, {"normal", {1.0, 0.0, 0.0}}},
                            net::Json{{"origin", {-181.0, -1.0, -1.0}},
                                      {"edge_u", {2.0, 0.0, 0.0}},
                                      {"edge_v", {0.0, 1.5, 1.5}}}};
    for (const GridForm form : {GridForm::Uniform, GridForm::Rectilinear})
        for (const net::Json& plane : planes) {
            const Cut slice = cut(about_date_line(form), of_scalar(on(plane, {{"size", {16, 16}}})));
            CHECK(slice.place(0, 0).x > 178.0);
            CHECK(wrong_values(slice) == 0);
        }
}

TEST_CASE("SliceProgram: a plane that cuts the data stays where it is, though a turn leads its point inside",
          "[slices]")
{
    const net::Json plane{{"origin", {-180.0, 1.0, 0.0}}, {"normal", {0.001, 1.0, 0.0}}};
    const Cut slice = cut(about_date_line(GridForm::Uniform), of_scalar(on(plane, {{"size", {16, 16}}})));
    // 0.001 (x + 180) + (y - 1) = 0 about x = 180.
    CHECK(slice.place(8, 8).y == Approx(1.0 - 0.36).margin(0.01));
}

TEST_CASE("SliceProgram: a region may lie in any turn of longitudes", "[slices]")
{
    const net::Json region{{"lo", {-180.0, -2.0, -2.0}}, {"hi", {-178.5, 2.0, 2.0}}};
    const Cut slice =
        cut(about_date_line(GridForm::Rectilinear),
            of_scalar(on({{"axis", "y"}, {"position", 0.5}}, {{"size", {16, 16}}, {"region", region}})));
    CHECK(slice.place(0, 0).x > 180.0 - 0.5);
    CHECK(slice.place(0, 0).x < 180.5);
}

TEST_CASE("Surfaces: a region may lie in any turn of longitudes", "[surfaces]")
{
    const auto dataset = about_date_line(GridForm::Uniform);
    model::SurfaceParams params;
    params.region = model::Region{{-180.0, -1.0, -1.0}, {-178.5, 1.0, 1.0}};
    const auto elsewhere = region_of(params, dataset->info());
    params.region = model::Region{{180.0, -1.0, -1.0}, {181.5, 1.0, 1.0}};
    CHECK(elsewhere == region_of(params, dataset->info()));
}

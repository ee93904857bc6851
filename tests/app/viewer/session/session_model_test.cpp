#include "app/viewer/session/session_model.h"

#include <limits>
#include <vector>

#include "model/data/dataset_info.h"
#include "tests/app/viewer/session/office.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using farfield::app::test::office;

TEST_CASE("SessionModel::set_dataset: takes over what the dataset suggests", "[model]")
{
    SessionModel model;
    model.set_dataset(office(), false);
    CHECK(model.rakes() == office().suggested.rakes);
    CHECK(model.particles().step == 0.25);
    CHECK(model.particles().max_age_frames == 77);
    CHECK(model.particles().developed);
    CHECK(model.particle_count() == 30);
}

TEST_CASE("SessionModel::set_dataset: keeps the user's rakes and settings when asked to", "[model]")
{
    SessionModel model;
    model.set_dataset(office(), false);
    model.add_rake({.shape = model::PointRake{{1, 1, 1}}, .particles_per_seed = 5});
    const auto rakes = model.rakes();
    model.set_dataset(office(), true);
    CHECK(model.rakes() == rakes);
}

TEST_CASE("SessionModel::set_dataset: without a velocity the suggested slices are shown", "[model]")
{
    SessionModel model;
    model.set_dataset(office(), false);
    auto rock = office();
    rock.dataset = "rock";
    rock.velocity.reset();
    rock.suggested.rakes.clear();
    rock.suggested.slices = {{.axis = model::SliceAxis::X, .position = 0.5},
                             {.axis = model::SliceAxis::Z, .position = 2.0}};
    model.set_dataset(rock, false);
    const auto slices = [&] {
        std::vector<model::Json> planes;
        for (const auto& [id, layer] : model.document().layers)
            if (layer.kind == "slice") planes.push_back(layer.params.at("planes"));
        return planes;
    };
    CHECK(slices() == std::vector<model::Json>{{{{"axis", "x"}, {"position", 0.5}}},
                                               {{{"axis", "z"}, {"position", 2.0}}}});
    CHECK_FALSE(model.shows("particles-1"));
    model.set_dataset(office(), false);
    CHECK(slices().empty());
    CHECK(model.shows("particles-1"));
}

TEST_CASE("SessionModel::set_dataset: the suggested boundary is shown until a dataset without one is opened",
          "[model]")
{
    SessionModel model;
    auto fin = office();
    fin.suggested.boundary = {{model::BoundaryNoSlip{}}};
    model.set_dataset(fin, false);
    REQUIRE(model.document().layers.contains("boundary"));
    CHECK(model.document().layers.at("boundary").kind == "boundary");
    model.set_dataset(office(), false);
    CHECK_FALSE(model.document().layers.contains("boundary"));
}

TEST_CASE("SessionModel::set_dataset: the boundary goes with the clock where the grid changes", "[model]")
{
    SessionModel model;
    auto fin = office();
    fin.suggested.boundary = {{model::BoundaryNoSlip{}}};
    fin.time_span = {{0.0, 2.0}};
    model.set_dataset(fin, false);
    CHECK_FALSE(model.document().layers.at("boundary").clock);
    fin.dataset = "rotor";
    fin.grid_changes = true;
    model.set_dataset(fin, false);
    CHECK(model.document().layers.at("boundary").clock == true);
}

TEST_CASE("SessionModel: the vertical scale is the dataset's usual one until the user sets another",
          "[model]")
{
    SessionModel model;
    auto ocean = office();
    ocean.bounds.max = {10, 4, 2000};
    ocean.z_units.emplace("m");
    model.set_dataset(ocean, false);
    CHECK(model.vertical_scale() == Approx(1e-3));
    int changes = 0;
    QObject::connect(&model, &SessionModel::document_changed, [&] { ++changes; });
    model.set_vertical_scale(2.0);
    model.set_vertical_scale(2.0);
    CHECK(changes == 1);
    model.set_dataset(ocean, true);
    CHECK(model.vertical_scale() == 2.0);
    model.set_dataset(office(), false);
    CHECK(model.vertical_scale() == 1.0);
}

TEST_CASE("SessionModel::colour_range: the scalar's own, or the user's", "[model]")
{
    SessionModel model;
    model.set_dataset(office(), false);
    CHECK(model.colour_range() == render::ScalarRange{0.0F, 2.0F});
    auto colours = model.colours();
    colours.scalar = "pressure";
    model.set_colours(colours);
    CHECK(model.colour_range() == render::ScalarRange{-1.0F, 1.0F});
    colours.scalar = "vorticity";  // worked out when it is chosen
    model.set_colours(colours);
    CHECK(model.colour_range() == render::ScalarRange{0.0F, 1.0F});
    colours.range = {0.5, 0.75};
    model.set_colours(colours);
    CHECK(model.colour_range() == render::ScalarRange{0.5F, 0.75F});
}

TEST_CASE("SessionModel::remove_rake: selects a neighbour", "[model]")
{
    SessionModel model;
    auto empty = office();
    empty.suggested.rakes.clear();
    model.set_dataset(empty, false);
    for (int i = 0; i < 3; ++i) model.add_rake({.shape = model::PointRake{{double(i), 0, 0}}});
    model.remove_rake(2);
    CHECK(model.selected_rake() == std::size_t{1});
    model.remove_rake(0);
    model.remove_rake(0);
    CHECK_FALSE(model.selected_rake());
    model.remove_rake(0);  // there is none
    CHECK(model.rakes().empty());
}

TEST_CASE("SessionModel: a setter that changes nothing announces nothing", "[model]")
{
    SessionModel model;
    model.set_dataset(office(), false);
    int announced = 0;
    QObject::connect(&model, &SessionModel::document_changed, [&] { ++announced; });
    model.change_rake(0, model.rakes()[0]);
    model.set_colours(model.colours());
    model.set_particles(model.particles());
    model.set_particle_style(model.particle_style());
    model.set_lines(model.lines());
    model.set_clock(model.document().clock);
    model.set_shown("particles-1", true);
    CHECK(announced == 0);
}

TEST_CASE("SessionModel::set_terrain: tells the terrain that was open from another with coloured heights",
          "[model]")
{
    SessionModel model;
    std::vector<bool> same;
    QObject::connect(&model, &SessionModel::terrain_changed, [&](bool is_same) { same.push_back(is_same); });
    model::TerrainDescription alps, andes;
    alps.terrain = "alps";
    alps.heights = {200.0, 4800.0};
    andes.terrain = "andes";
    model.set_terrain(alps);
    auto style = model.terrain_style();
    CHECK_FALSE(style.heights);
    style.heights = {0.0, 100.0};
    style.sea = false;
    model.set_terrain_style(style);
    model.set_terrain(alps);
    CHECK(model.terrain_style() == style);
    model.set_terrain(andes);
    CHECK_FALSE(model.terrain_style().heights);
    CHECK_FALSE(model.terrain_style().sea);
    model.set_terrain(std::nullopt);
    CHECK(same == std::vector{false, true, false, false});
}

TEST_CASE("SessionModel::editable: a recording is not", "[model]")
{
    SessionModel model;
    CHECK_FALSE(model.editable());
    auto info = office();
    info.kind = "recording";
    model.set_dataset(info, false);
    CHECK_FALSE(model.editable());
}

TEST_CASE("SessionModel::particle_count: is the largest number where the sum would not fit", "[model]")
{
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    const model::Rake huge{.shape = model::BoxRake{.fill = model::BoxLattice{most, most, most}}};
    SessionModel model;
    model.set_dataset(office(), false);
    model.add_rake(huge);
    model.add_rake(huge);
    CHECK(model.particle_count() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("SessionModel: another scalar is coloured by its own range, not by one chosen for the last",
          "[model]")
{
    SessionModel model;
    model.set_dataset(office(), false);
    auto colours = model.colours();
    colours.range = {0.5, 0.75};
    model.set_colours(colours);
    CHECK(model.colour_range().low == 0.5F);
    colours.scalar = "pressure";
    model.set_colours(colours);
    CHECK_FALSE(model.colours().range);
    CHECK(model.colour_range() == render::ScalarRange{-1.0F, 1.0F});
}

TEST_CASE("SessionModel: a chosen range stays when the scalar does", "[model]")
{
    SessionModel model;
    model.set_dataset(office(), false);
    auto colours = model.colours();
    colours.range = {0.5, 0.75};
    model.set_colours(colours);
    auto particles = model.particles();
    particles.max_age_frames = 5;
    model.set_particles(particles);
    CHECK(model.colours().range);
}

#include "app/show/frame_to_scene.h"

#include <limits>
#include <memory>

#include "model/data/dataset_info.h"
#include "tests/catch.h"

using namespace farfield;

TEST_CASE("show_dataset: bounds and outline are the dataset's", "[scene]")
{
    model::DatasetInfo dataset;
    dataset.bounds.min = {1, 2, 3};
    dataset.bounds.max = {4, 5, 6};
    dataset.outline = {{{1, 2, 3}, {4, 2, 3}}};
    render::Scene scene;
    scene.outline_curves.resize(5);  // of another dataset
    app::show_dataset(dataset, scene);
    CHECK(scene.bounds == render::Bounds{{1, 2, 3}, {4, 5, 6}});
    REQUIRE(scene.outline_curves.size() == 1);
    CHECK(scene.outline_curves[0] == std::vector{glm::vec3(1, 2, 3), glm::vec3(4, 2, 3)});
}

TEST_CASE("show_dataset: axes have the units of their coordinates, or are longitude and latitude", "[scene]")
{
    using Names = std::array<std::string, 3>;
    model::DatasetInfo dataset;
    render::Scene scene;
    const auto names = [&] {
        app::show_dataset(dataset, scene);
        return scene.axis_names;
    };
    CHECK(names() == Names{"x", "y", "z"});
    dataset.length_units = "m";
    CHECK(names() == Names{"x [m]", "y [m]", "z [m]"});
    dataset.z_units = "hPa";
    CHECK(names() == Names{"x [m]", "y [m]", "z [hPa]"});
    dataset.length_units = "degrees";
    dataset.geographic = true;
    CHECK(names() == Names{"longitude", "latitude", "z [hPa]"});
    dataset.z_units = "";  // a single layer
    CHECK(names() == Names{"longitude", "latitude", "z"});
}

TEST_CASE("show_dataset: what is far from 0 is drawn from the dataset's origin", "[scene]")
{
    model::DatasetInfo dataset;
    dataset.origin = {500000, 5000000, 0};
    dataset.bounds.min = {499999.9, 4999998.75, 3};
    dataset.bounds.max = {500000.1, 5000001.25, 6};
    dataset.outline = {{{500000.1, 5000000, 3}}};
    render::Scene scene;
    app::show_dataset(dataset, scene);
    CHECK(scene.origin == glm::dvec3(500000, 5000000, 0));
    CHECK(scene.bounds.min.x == Approx(-0.1).epsilon(1e-6));
    CHECK(scene.bounds.max == glm::vec3(scene.bounds.max.x, 1.25, 6));
    CHECK(scene.outline_curves[0][0].x == Approx(0.1).epsilon(1e-6));
    const model::Rake line{.shape = model::LineRake{{500000.3, 5000000, 1}, {500000.3, 5000001, 1}, 2}};
    const auto shape = render::rake_shape(line.shape, scene.bounds, scene.origin);
    CHECK(shape.seeds.back() == glm::vec3(shape.seeds.back().x, 1, 1));
    CHECK(shape.seeds.back().x == Approx(0.3).epsilon(1e-6));
    const auto slice = render::rake_shape(model::SliceRake{1, 5000000.5, {3, 3}}, scene.bounds, scene.origin);
    for (const auto& [from, to] : slice.lines) CHECK((from.y == 0.5F && to.y == 0.5F));
    CHECK(app::to_point(shape.seeds.back(), scene.origin)[1] == 5000001.0);
}

TEST_CASE("usual_vertical_scale: makes a domain in degrees and metres a fifth as high as it is wide",
          "[scene]")
{
    model::DatasetInfo ocean;
    ocean.bounds.min = {10, 50, -3000};
    ocean.bounds.max = {20, 54, 0};
    CHECK(app::usual_vertical_scale(ocean) == 1.0F);
    ocean.z_units.emplace("m");
    CHECK(app::usual_vertical_scale(ocean) == Approx(0.2 * 10 / 3000).epsilon(0.05));
    ocean.bounds.min[2] = 0;  // flat
    CHECK(app::usual_vertical_scale(ocean) == 1.0F);
}

TEST_CASE("drawn_direction_of_z: depths and pressures are drawn downwards, whatever the vertical scale",
          "[scene]")
{
    const auto ocean = std::make_unique<model::DatasetInfo>();
    ocean->bounds.max = {10, 4, 3000};
    CHECK(app::drawn_direction_of_z(*ocean) == 1.0F);
    ocean->z_positive = "up";
    CHECK(app::drawn_direction_of_z(*ocean) == 1.0F);
    ocean->z_positive = "down";
    const float scale = 2.0F * app::drawn_direction_of_z(*ocean);
    const render::Bounds drawn = render::drawn_bounds(app::bounds_of(*ocean), scale);
    CHECK(drawn.min.z == -6000.0F);
    CHECK(drawn.max.z == 0.0F);
    const auto view = render::make_view_transform({.eye = {0, -9000, -3000}, .target = {0, 0, -3000}}, {},
                                                  app::bounds_of(*ocean), scale);
    const auto height_of = [&](float depth) {
        const glm::vec4 clip = view.view_projection * glm::vec4(5, 2, depth, 1);
        return clip.y / clip.w;
    };
    CHECK(height_of(0.0F) > height_of(1500.0F));
    CHECK(height_of(1500.0F) > height_of(3000.0F));
}

TEST_CASE("usual_vertical_scale: is a number that the viewer's control has, whatever a node says", "[scene]")
{
    // Not on the stack, where GCC 12 takes z_units for uninitialised.
    const auto odd = std::make_unique<model::DatasetInfo>();
    odd->z_units.emplace("m");
    odd->bounds.min = {0, 0, 0};
    for (const double width : {1e-300, 1.0, 1e308, std::numeric_limits<double>::infinity()})
        for (const double height : {1e-300, 1e308, std::numeric_limits<double>::infinity()}) {
            odd->bounds.max = {width, 0, height};
            const float scale = app::usual_vertical_scale(*odd);
            CHECK(scale >= 0.99e-12F);
            CHECK(scale <= 1.01e12F);
        }
}

TEST_CASE("legend_of: a range that cannot be drawn is widened", "[scene]")
{
    const auto legend = [](double low, double high) {
        return app::legend_of(model::ScalarInfo{.name = "speed", .units = "m/s", .range = {{low, high}}});
    };
    CHECK(legend(0.5, 2.0).range == render::ScalarRange{0.5F, 2.0F});
    CHECK(legend(0.5, 2.0).title == "speed");
    CHECK(legend(3.0, 3.0).range == render::ScalarRange{3.0F, 4.0F});
    // Speeds of a constant flow, apart by rounding, have one colour; close values of a field do not.
    CHECK(legend(0.5590169429779053, 0.55901700258255).range ==
          render::ScalarRange{0.55901694F, 1.55901694F});
    CHECK(legend(293.0, 293.01).range == render::ScalarRange{293.0F, 293.01F});
    CHECK(legend(1e9, 1e9).range == render::ScalarRange{1e9F, 1.01e9F});
    CHECK(legend(0.0, std::numeric_limits<double>::infinity()).range == render::ScalarRange{0.0F, 1.0F});
}

TEST_CASE("rake_shape: has as many seeds as the node releases particles from", "[scene]")
{
    const model::Rake point{.shape = model::PointRake{{1, 2, 3}}};
    const model::Rake line{.shape = model::LineRake{{0, 0, 0}, {1, 0, 0}, 7}};
    const model::Rake plane{.shape = model::PlaneRake{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {4, 3}}};
    const model::Rake circle{.shape = model::CircleRake{{0, 0, 0}, {1, 1, 0}, 2.0, 9}};
    const model::Rake sphere{.shape = model::SphereRake{{0, 0, 0}, 2.0, 11}};
    const model::Rake scattered{.shape = model::SphereRake{{0, 0, 0}, 2.0, 11, 4}};
    const model::Rake box{.shape = model::BoxRake{{0, 0, 0}, {1, 1, 1}, model::BoxLattice{2, 3, 4}}};
    const model::Rake filled{.shape = model::BoxRake{{0, 0, 0}, {1, 1, 1}, model::RandomPlaces{13, 4}}};
    const model::Rake list{.shape = model::ListRake{{{1, 2, 3}, {4, 5, 6}}}};
    for (const auto& rake : {point, line, plane, circle, sphere, scattered, box, filled, list})
        CHECK(render::rake_shape(rake.shape).seeds.size() == rake.seeds());
    CHECK(render::rake_shape(point.shape).seeds.front() == glm::vec3(1, 2, 3));
}

TEST_CASE("rake_shape: a slice is a frame through the domain with one handle, an isovalue is not seen",
          "[scene]")
{
    const render::Bounds domain{.min = {0, 0, 0}, .max = {2, 4, 6}};
    const auto slice = render::rake_shape(model::SliceRake{1, 1.0, {3, 3}}, domain);
    REQUIRE(slice.lines.size() == 4);
    for (const auto& [from, to] : slice.lines) CHECK((from.y == 1.0F && to.y == 1.0F));
    CHECK(slice.handles == std::vector<glm::vec3>{{1, 1, 3}});
    const auto surface = render::rake_shape(model::IsovalueRake{}, domain);
    CHECK((surface.lines.empty() && surface.handles.empty()));
}

// Coordinates far from 0, as maps have them, in memory.
#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/origin.h"
#include "compute_node/seeding/field_seeds.h"
#include "compute_node/seeding/suggestions.h"
#include "model/rakes/seeds.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

constexpr std::array forms{GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear,
                           GridForm::Unstructured};
constexpr std::array shifts{glm::dvec3{500000.0, 5000000.0, 300.0}, glm::dvec3{1e7}};

/// Turns about z and rises, faster outside: not linear, so that the cell counts.
glm::dvec3 swirl(glm::dvec3 p)
{
    const double turning = 1.0 + 0.2 * (p.x * p.x + p.y * p.y);
    return {-turning * p.y, turning * p.x, 0.1 * std::cos(p.x)};
}

/// A reader's result for the same grid elsewhere.
GridData shifted(GridData data, glm::dvec3 by)
{
    const Bounds here = bounds_of(data);
    const glm::dvec3 origin = origin_for({here.lo + by, here.hi + by});
    const auto move_points = [&](auto& geometry) {
        for (glm::vec3& point : geometry.points) point = glm::vec3{glm::dvec3{point} + by - origin};
        geometry.origin = origin;
    };
    if (auto* grid = std::get_if<UniformGeometry>(&data.geometry)) grid->origin += by;
    if (auto* grid = std::get_if<RectilinearGeometry>(&data.geometry))
        for (int axis = 0; axis < 3; ++axis)
            for (double& coordinate : grid->coordinates[axis]) coordinate += by[axis];
    if (auto* grid = std::get_if<CurvilinearGeometry>(&data.geometry)) move_points(*grid);
    if (auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) move_points(*mesh);
    return data;
}

std::shared_ptr<const Field> field_at(GridForm form, glm::dvec3 shift, const std::string& scalar = "speed")
{
    const GridData data = data_on(form, 21, swirl, [](glm::dvec3 p) { return glm::length(p); });
    return Dataset{"swirl", shifted(data, shift)}.field({"", scalar});
}

LineSettings for_a_turn()
{
    LineSettings settings;
    settings.step = 0.02;
    settings.max_steps = 150;
    return settings;
}

double path_of(const TracedLine& line)
{
    double path = 0.0;
    for (std::size_t i = 1; i < line.points.size(); ++i)
        path += glm::distance(glm::dvec3{line.points[i - 1]}, glm::dvec3{line.points[i]});
    return path;
}

}  // namespace

TEST_CASE("origin_for: boxes as far away as they are long count from 0", "[origin]")
{
    CHECK(origin_for({{0.0, -2.0, 90.0}, {4.0, 2.0, 110.0}}) == glm::dvec3{0.0});
    CHECK(origin_for({{-180.0, -90.0, 0.0}, {180.0, 90.0, 5000.0}}, true) == glm::dvec3{0.0});
    CHECK(origin_for({{100.0, 50.0, 0.0}, {107.0, 56.0, 0.0}}, true) == glm::dvec3{0.0});
}

TEST_CASE("origin_for: far away it is a multiple of a power of two within the box", "[origin]")
{
    const Bounds box{{500000.3, 5000000.7, -1e7}, {500100.3, 5000090.7, -1e7 + 0.01}};
    const glm::dvec3 origin = origin_for(box);
    for (int axis = 0; axis < 3; ++axis) {
        CHECK(origin[axis] > box.lo[axis]);
        CHECK(origin[axis] < box.hi[axis]);
        const double eighth = std::exp2(std::floor(std::log2(0.125 * (box.hi[axis] - box.lo[axis]))));
        CHECK(std::fmod(origin[axis], eighth) == 0.0);
    }
}

TEST_CASE("origin_for: a layer counts from near it where what lies in it is small", "[origin]")
{
    CHECK(origin_for({{0.0, 0.0, 5000000.3}, {10.0, 10.0, 5000000.3}}).z == Approx(5000000.3).margin(2.0));
    CHECK(origin_for({{0.0, 0.0, 30.0}, {10.0, 10.0, 30.0}}).z == 0.0);
}

TEST_CASE("origin_for: a few degrees count from among them, of all the globe from 0", "[origin]")
{
    const glm::dvec3 bay = origin_for({{-75.3, 38.6, 0.0}, {-74.9, 39.1, 20.0}}, true);
    CHECK(bay.x == Approx(-75.1).margin(0.1));
    CHECK(bay.y == Approx(38.85).margin(0.1));
    CHECK(bay.z == 0.0);
}

TEST_CASE("origin_for: boxes that are nothing or not finite count from 0", "[origin]")
{
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    for (const double odd : {nan, inf, -inf})
        CHECK(origin_for({glm::dvec3{odd}, glm::dvec3{1e6}}) == glm::dvec3{0.0});
    CHECK(origin_for({glm::dvec3{7.0}, glm::dvec3{7.0}}) == glm::dvec3{0.0});
}

TEST_CASE("Lines far from 0 end where those of the same grid at 0 do", "[origin]")
{
    for (const GridForm form : forms)
        for (const glm::dvec3 shift : shifts) {
            const auto here = field_at(form, glm::dvec3{0.0}), far = field_at(form, shift);
            CHECK(here->info().origin == glm::dvec3{0.0});
            CHECK(far->info().origin != glm::dvec3{0.0});
            for (int i = 0; i < 20; ++i) {
                const glm::dvec3 seed{-1.3 + 0.13 * i, 0.9 - 0.07 * i, -1.7 + 0.17 * i};
                const TracedLine near_line = trace_one(here, for_a_turn(), here->info().relative(seed));
                const TracedLine line = trace_one(far, for_a_turn(), far->info().relative(seed + shift));
                CHECK(line.steps == near_line.steps);
                CHECK(line.reason == near_line.reason);
                const glm::dvec3 end = far->info().absolute(glm::vec3{line.points.back()}) - shift;
                CHECK(glm::distance(end, near_line.end()) < 1e-6 * std::max(path_of(near_line), 1.0));
            }
        }
}

TEST_CASE("Bounds of a dataset far from 0 are in its own coordinates", "[origin]")
{
    for (const GridForm form : forms) {
        const glm::dvec3 shift = shifts.front();
        const Bounds bounds = field_at(form, shift)->info().bounds;
        for (int axis = 0; axis < 3; ++axis) {
            CHECK(bounds.lo[axis] == Approx(shift[axis] + box_lo).epsilon(1e-12));
            CHECK(bounds.hi[axis] == Approx(shift[axis] + box_hi).epsilon(1e-12));
        }
    }
}

TEST_CASE("Rectilinear axes that differ by centimetres are taken at five million metres", "[origin]")
{
    GridData data = data_on(GridForm::Rectilinear, 41, rotation, [](glm::dvec3) { return 0.0; });
    auto& axes = std::get<RectilinearGeometry>(data.geometry).coordinates;
    for (auto& axis : axes)
        for (double& coordinate : axis) coordinate = 5e6 + 0.1 * coordinate;
    const auto field = Dataset{"fine", data}.field();
    const auto sample = field->sample(field->info().relative({5e6 + 0.011, 5e6 - 0.017, 5e6 + 0.103}));
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(0.17).epsilon(1e-3));
    CHECK(sample->velocity.y == Approx(0.11).epsilon(1e-3));
}

TEST_CASE("Seeds of rakes are worked out in binary64 before the origin is taken away", "[origin]")
{
    const glm::dvec3 at{500000.123, 5000000.456, 300.789};
    const Rake line{LineRake{point_of(at), point_of(at + glm::dvec3{0.3, 0.0, 0.0}), 4}};
    const glm::dvec3 origin{500000.0, 5000000.0, 300.0};
    const auto seeds = seeds_of(line, origin);
    for (int i = 0; i < 4; ++i)
        CHECK(glm::distance(glm::dvec3{seeds[i]}, at - origin + 0.1 * i * glm::dvec3{1, 0, 0}) < 1e-7);
}

TEST_CASE("Seeds on slices and isovalues far from 0 are in the dataset's coordinates", "[origin]")
{
    for (const GridForm form : forms) {
        const glm::dvec3 shift = shifts.front();
        const auto field = field_at(form, shift, "s");
        const auto on_slice = seeds_on_slice(*field, 2, shift.z + 0.5, 5, 5);
        REQUIRE(on_slice.size() == 25);
        CHECK(glm::distance(on_slice.front(), shift + glm::dvec3{box_lo, box_lo, 0.5}) < 1e-6);
        const auto on_sphere = seeds_on_isovalue(*field, 1.0, 50);
        REQUIRE(on_sphere.size() == 50);
        for (const glm::dvec3 place : on_sphere)
            CHECK(glm::distance(place, shift) == Approx(1.0).margin(0.03));
    }
}

TEST_CASE("Rakes suggested for a field far from 0 lie in it, and so does its outline", "[origin]")
{
    const glm::dvec3 shift = shifts.front();
    const auto field = field_at(GridForm::Curvilinear, shift);
    const Suggestions suggestions = suggest(*field);
    REQUIRE(suggestions.rakes.size() == 1);
    for (const glm::vec3 seed : seeds_of(suggestions.rakes.front(), field->info().origin))
        CHECK(field->sample(seed).has_value());
    for (const auto& edge : outline_of(*field))
        for (const glm::dvec3 place : edge) CHECK(glm::distance(place, shift) < 4.0);
}

TEST_CASE("Gradients far from 0 are those at 0", "[origin]")
{
    for (const GridForm form : forms) {
        const auto here = field_at(form, glm::dvec3{0.0}, "vorticity");
        const auto far = field_at(form, shifts.front(), "vorticity");
        CHECK(far->info().scalar_min == Approx(here->info().scalar_min).epsilon(1e-3));
        CHECK(far->info().scalar_max == Approx(here->info().scalar_max).epsilon(1e-3));
    }
}

// Properties of all lines of a job.
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <glm/common.hpp>

#include <cstring>
#include <random>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

LineSeeds random_seeds(int count, std::uint32_t number)
{
    std::mt19937 random{number};
    std::uniform_real_distribution<float> anywhere{-2.2F, 2.2F};
    LineSeeds seeds;
    for (int i = 0; i < count; ++i) {
        const float x = anywhere(random), y = anywhere(random), z = anywhere(random);
        seeds.add({x, y, z, 0.0F});
    }
    return seeds;
}

glm::dvec3 winding(glm::dvec3 p)
{
    return {std::sin(p.y) + 0.2 * p.z, std::cos(p.x) - 0.5, 0.3 * std::sin(p.x + p.y)};
}

LineSettings of(Integrator integrator)
{
    LineSettings settings;
    settings.integrator = integrator;
    settings.step = 0.05;
    settings.max_steps = 300;
    return settings;
}

}  // namespace

TEST_CASE("LineTracer: a line has the same bits whatever runs beside it and on however many threads",
          "[lines]")
{
    const auto grid =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const auto settings = of(GENERATE(Integrator::Rk4, Integrator::Dopri5));
    const auto field = field_on(grid, 12, winding);
    const LineSeeds seeds = random_seeds(300, 1);
    const auto one = trace(field, settings, seeds, 1), three = trace(field, settings, seeds, 3);
    REQUIRE(one.size() == seeds.size());
    REQUIRE(three.size() == seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        REQUIRE(same_line(one[i], three[i]));
        const auto alone = trace_one(field, settings, {seeds.x[i], seeds.y[i], seeds.z[i]});
        REQUIRE(same_line(one[i], alone));
    }
}

TEST_CASE("LineTracer: every point lies in the domain, but for seeds outside", "[lines]")
{
    const auto grid =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const auto field = field_on(grid, 12, winding);
    for (const TracedLine& line : trace(field, of(Integrator::Rk4), random_seeds(200, 2), 2)) {
        if (line.points.size() == 1) continue;
        // Cells of curved grids reach a little beyond their faces, so the last point is looked up within.
        const glm::vec3 middle{0.0F};
        for (const glm::vec4& point : line.points)
            REQUIRE(field->sample(glm::mix(glm::vec3{point}, middle, 1e-3F)));
    }
}

TEST_CASE("LineTracer: the scalar of a point is the field's there", "[lines]")
{
    const auto grid = GENERATE(GridForm::Uniform, GridForm::Curvilinear);
    const auto dataset = dataset_on(grid, 12, winding, [](glm::dvec3 p) { return p.x + 2.0 * p.y; });
    const auto field = dataset.field({"", GENERATE(std::string{"s"}, std::string{"speed"})});
    const auto line = trace_one(field, of(Integrator::Rk4), {0.5F, 0.5F, 0.5F});
    for (const glm::vec4& point : line.points)
        REQUIRE(point.w == Approx(field->sample(glm::vec3{point})->scalar).margin(1e-4));
}

TEST_CASE("LineTracer: there and back again", "[lines]")
{
    const auto field = field_on(GridForm::Uniform, 12, rotation);
    LineSettings settings = of(Integrator::Rk4);
    const auto there = trace_one(field, settings, {0.7F, 0.2F, 0.1F});
    settings.backward = true;
    const auto back = trace_one(field, settings, glm::vec3{there.points.back()});
    CHECK(glm::distance(back.end(), glm::dvec3{0.7F, 0.2F, 0.1F}) < 1e-5);
}

TEST_CASE("LineTracer: with the points not kept a line is its end", "[lines]")
{
    LineSettings settings = of(Integrator::Rk4);
    const auto field = field_on(GridForm::Uniform, 12, winding);
    const LineSeeds seeds = random_seeds(100, 3);
    const auto whole = trace(field, settings, seeds);
    settings.keep_points = false;
    const auto ends = trace(field, settings, seeds);
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        REQUIRE(ends[i].points.size() == 1);
        REQUIRE(glm::distance(ends[i].end(), whole[i].end()) == 0.0);
        REQUIRE(ends[i].elapsed.front() == whole[i].elapsed.back());
        REQUIRE(ends[i].steps == whole[i].steps);
    }
}

TEST_CASE("LineTracer: a setting that makes no sense is named", "[lines]")
{
    const auto field = field_on(GridForm::Uniform, 5, rotation);
    const auto refused = [&](auto change) {
        LineSettings settings;
        change(settings);
        return [field, settings] { LineTracer tracer{field, settings}; };
    };
    CHECK_THROWS_WITH(refused([](LineSettings& s) { s.step = 0.0; })(), ContainsSubstring("step"));
    CHECK_THROWS_WITH(refused([](LineSettings& s) { s.step = NAN; })(), ContainsSubstring("step"));
    CHECK_THROWS_WITH(refused([](LineSettings& s) { s.absolute_tolerance = -1.0; })(),
                      ContainsSubstring("absolute tolerance"));
    CHECK_THROWS_WITH(refused([](LineSettings& s) { s.max_steps = 0; })(), ContainsSubstring("steps"));
    CHECK_THROWS_WITH(refused([](LineSettings& s) { s.max_steps = 4'000'000'000; })(),
                      ContainsSubstring("max_line_steps"));
    LineSettings cells;
    cells.step_unit = StepUnit::CellFraction;
    CHECK_THROWS_WITH((LineTracer{open_analytic("analytic:cell").field(), cells}),
                      ContainsSubstring("no cells"));
}

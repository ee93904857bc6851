#include "compute_node/lines/timelines.h"

#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <cmath>
#include <limits>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// Turns about the z axis with 1 rad/s.
std::shared_ptr<const Field> rotation()
{
    return field_on(GridForm::Uniform, 17, [](glm::dvec3 p) { return glm::dvec3{-p.y, p.x, 0.0}; });
}

LineSettings small_steps()
{
    LineSettings settings;
    settings.step = 0.01;
    return settings;
}

}  // namespace

TEST_CASE("trace_timelines: joins what all seeds released at one moment, where it is now", "[lines]")
{
    const LineSeeds seeds = seeds_at({{0.5F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {1.5F, 0.0F, 0.0F}});
    const double interval = std::numbers::pi / 8.0;
    const LineBlock lines = trace_timelines(rotation(), small_steps(), 2, seeds,
                                            {.observed = 7.0, .interval = interval, .count = 4});
    REQUIRE(lines.lines.size() == 4);
    for (std::size_t release = 0; release < 4; ++release) {
        const Line& line = lines.lines[release];
        REQUIRE(line.points == 3);
        CHECK(line.reason == Termination::TimeLimit);
        const double angle = interval * static_cast<double>(release);
        for (std::size_t seed = 0; seed < 3; ++seed) {
            const glm::vec4 point = lines.points[line.first_point + seed];
            const double radius = seeds.x[seed];
            CHECK(point.x == Approx(radius * std::cos(angle)).margin(1e-5));
            CHECK(point.y == Approx(radius * std::sin(angle)).margin(1e-5));
            CHECK(lines.elapsed[line.first_point + seed] == Approx(angle));
        }
    }
}

TEST_CASE("trace_timelines: some of the releases are those of all", "[lines]")
{
    const LineSeeds seeds = seeds_at({{0.5F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}});
    const LineBlock all = trace_timelines(rotation(), small_steps(), 1, seeds, {.interval = 0.1, .count = 6});
    const LineBlock some = trace_timelines(rotation(), small_steps(), 1, seeds,
                                           {.interval = 0.1, .first = 1, .stride = 2, .count = 3});
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t seed = 0; seed < 2; ++seed)
            CHECK(some.points[2 * i + seed] == all.points[2 * (2 * i + 1) + seed]);
}

TEST_CASE("trace_timelines: is broken where a particle has left", "[lines]")
{
    const auto wind = field_on(GridForm::Uniform, 5, [](glm::dvec3) { return glm::dvec3{1.0, 0.0, 0.0}; });
    const LineBlock lines = trace_timelines(
        wind, small_steps(), 1, seeds_at({{-1.0F, 0.0F, 0.0F}, {1.5F, 0.0F, 0.0F}, {-1.0F, 1.0F, 0.0F}}),
        {.interval = 1.0, .first = 1, .count = 1});
    REQUIRE(lines.lines.size() == 1);
    CHECK(lines.lines.front().reason == Termination::LeftDomain);
    CHECK(lines.points[0].x == Approx(0.0).margin(1e-5));
    CHECK(std::isnan(lines.points[1].x));
    CHECK(lines.points[2].x == Approx(0.0).margin(1e-5));
}

TEST_CASE("trace_timelines: is broken where a wall has come between neighbours", "[lines]")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto form = GENERATE(GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured);
    // A post about x = 1 that is as high as the box; the wind blows past it.
    const auto wind = field_on(form, 17, [nan](glm::dvec3 p) {
        const bool in_post = std::hypot(p.x - 1.0, p.y) < 0.4;
        return glm::dvec3{in_post ? nan : 1.0, 0.0, 0.0};
    });
    const LineBlock lines = trace_timelines(
        wind, small_steps(), 1, seeds_at({{-1.0F, -1.5F, 0.0F}, {-1.0F, -1.0F, 0.0F}, {-1.0F, 1.0F, 0.0F}}),
        {.interval = 2.0, .count = 2});
    REQUIRE(lines.lines.size() == 2);
    CHECK(lines.lines[0].points == 3);  // before the post
    REQUIRE(lines.lines[1].points == 4);
    CHECK(lines.lines[1].first_point == 3);
    CHECK(lines.lines[1].reason == Termination::TimeLimit);
    CHECK(std::isnan(lines.points[5].x));
    CHECK(std::isnan(lines.elapsed[5]));
    for (const std::size_t there : {3, 4, 6}) CHECK(lines.points[there].x == Approx(1.0).margin(1e-4));
    CHECK(lines.points[6].y == Approx(1.0).margin(1e-4));
}

TEST_CASE("trace_timelines: walls are found whatever the units of the axes", "[lines]")
{
    // A continent of 18 degrees in an ocean 360 wide and 5500 m deep, that nothing crosses.
    GridData data;
    data.format = "test";
    data.dims = {{181, 3, 3}};
    data.geometry = UniformGeometry{{0.0, -80.0, 0.0}, {2.0, 80.0, 2750.0}};
    NodeValues velocity{"velocity", 3, {}, ""};
    for (int n = 0; n < 181 * 3 * 3; ++n) {
        const double x = 2.0 * (n % 181);
        const bool is_land = x > 21.0 && x < 39.0;
        const float v = is_land ? std::numeric_limits<float>::quiet_NaN() : 0.0F;
        velocity.values.own().insert(velocity.values.own().end(), {v, v, v});
    }
    data.arrays = {velocity};
    const auto ocean = Dataset{"ocean", data}.field();
    const LineBlock lines =
        trace_timelines(ocean, small_steps(), 1, seeds_at({{0.5F, 1.0F, 100.0F}, {60.5F, 1.0F, 100.0F}}),
                        {.interval = 1.0, .count = 1});
    REQUIRE(lines.lines.size() == 1);
    CHECK(lines.lines[0].points == 3);
    CHECK(std::isnan(lines.points[1].x));
}

TEST_CASE("trace_timelines: once cancelled no particle is traced", "[lines]")
{
    const std::atomic<bool> cancelled{true};
    const LineBlock lines =
        trace_timelines(rotation(), small_steps(), 1, seeds_at({{0.5F, 0.0F, 0.0F}}),
                        {.interval = 1.0, .first = 1'000'000, .count = 100'000}, &cancelled);
    CHECK(lines.points.empty());
}

TEST_CASE("trace_timelines: refuses to go backward", "[lines]")
{
    LineSettings settings = small_steps();
    settings.backward = true;
    CHECK_THROWS_AS(trace_timelines(rotation(), settings, 1, seeds_at({{0.5F, 0.0F, 0.0F}}), {}),
                    std::runtime_error);
}

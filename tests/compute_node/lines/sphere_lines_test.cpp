// Lines over the Earth: about its poles, and across them.
#include "compute_node/fields/length_metric.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/rotating_earth.h"

#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// About the Earth's axis, about one in the equator, and about one askew.
const std::vector<glm::dvec3> axes{
    {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, glm::normalize(glm::dvec3{0.3, -0.5, 0.6})};

/// Degrees from where a line's end should be.
double miss(const Turning& turning, glm::vec3 seed, const TracedLine& line)
{
    const glm::dvec3 end = direction_of(line.end().x, line.end().y);
    return angle_between(turning.carried(direction_of(seed.x, seed.y), line.elapsed.back()), end);
}

}  // namespace

TEST_CASE("Lines: zonal motion is as fast beside a pole as elsewhere", "[lines][sphere]")
{
    const Turning turning{axes[0]};
    const auto field = Dataset{"globe", whole_globe(turning, 3)}.field();
    for (const float latitude : {0.0F, 60.0F, 86.0F, 89.0F, 89.9F, -89.5F}) {
        const TracedLine line = trace_one(field, steps_of(0.5, 60), {100.0F, latitude, 0.0F});
        CHECK(line.reason == Termination::StepLimit);
        CHECK(line.end().x == Approx(130.0).margin(0.05));
        CHECK(line.end().y == Approx(latitude).margin(1e-3));
    }
}

TEST_CASE("Lines: what turns about any axis stays at its distance from it, over the poles too",
          "[lines][sphere]")
{
    const Turning turning{GENERATE(from_range(axes))};
    const bool whole = GENERATE(true, false);
    const auto field = Dataset{"earth", whole ? whole_globe(turning) : cap_about_pole(turning)}.field();
    LineSettings settings = steps_of(0.25, 100);
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.max_step = 1.0;
    settings.max_time = 20.0;
    settings.max_steps = 1000;
    for (const glm::vec3 seed : {glm::vec3{90.0F, 80.0F, 0.0F}, glm::vec3{90.2F, 76.0F, 0.0F},
                                 glm::vec3{271.0F, 73.0F, 0.0F}, glm::vec3{-10.0F, 89.8F, 0.0F}}) {
        const TracedLine line = trace_one(field, settings, seed);
        CHECK(line.reason == Termination::TimeLimit);
        CHECK(miss(turning, seed, line) < 0.005);
        const double distance = angle_between(turning.axis, direction_of(seed.x, seed.y));
        for (const glm::vec4& point : line.points)
            REQUIRE(angle_between(turning.axis, direction_of(point.x, point.y)) ==
                    Approx(distance).margin(0.003));
    }
}

TEST_CASE("Lines: a step across a pole goes on along the other side", "[lines][sphere]")
{
    const Turning over_it{{1.0, 0.0, 0.0}};
    const double side = GENERATE(1.0, -1.0);
    const auto field =
        Dataset{"earth", GENERATE(true, false) ? whole_globe(over_it) : cap_about_pole(over_it, side)}
            .field();
    const auto latitude = static_cast<float>(side * 80.0);
    const glm::vec3 seed{side > 0.0 ? 90.0F : -90.0F, latitude, 0.0F};
    const TracedLine line = trace_one(field, steps_of(3.0, 6), seed);
    REQUIRE(line.reason == Termination::StepLimit);
    CHECK(std::remainder(line.end().x - seed.x - 180.0, 360.0) == Approx(0.0).margin(0.02));
    CHECK(line.end().y == Approx(side * 82.0).margin(0.01));
}

TEST_CASE("Lines: steps of length and of cells pass a pole in few steps, and lengths are metres",
          "[lines][sphere]")
{
    const Turning over_it{{1.0, 0.0, 0.0}};
    const auto field = Dataset{"globe", whole_globe(over_it)}.field();
    LineSettings settings = steps_of(0.5, 1000);
    settings.step_unit = GENERATE(StepUnit::Length, StepUnit::CellFraction);
    if (settings.step_unit == StepUnit::Length) settings.step = 0.5 * metres_per_degree;
    settings.max_time = 20.0;
    settings.scalar_is_length = true;
    const float beside = GENERATE(0.0F, 0.4F);
    const TracedLine line = trace_one(field, settings, {90.0F + beside, 80.0F, 0.0F});
    CHECK(line.reason == Termination::TimeLimit);
    CHECK(line.points.back().w == Approx(20.0 * metres_per_degree).epsilon(2e-3));
    CHECK(line.end().y == Approx(80.0).margin(0.01));
    CHECK(line.steps < 600);
}

TEST_CASE("Lines: heights on a grid about a pole are found between its layers", "[lines][sphere]")
{
    const Turning turning{axes[2]};
    GridData data = cap_about_pole(turning, 1.0, {0.0, 100.0, 400.0, 500.0});
    NodeValues height{"height", 1, {}, "m"};
    for (const glm::vec3& point : std::get<CurvilinearGeometry>(data.geometry).points)
        height.values.own().push_back(point.z);
    for (std::size_t n = 0; n < height.values.size(); ++n) data.arrays[0].values.own()[3 * n + 2] = 10.0F;
    data.arrays.push_back(height);
    const auto field = Dataset{"cap", data}.field({"velocity", "height"});
    const glm::vec3 seed{30.0F, 85.0F, 50.0F};
    const TracedLine line = trace_one(field, steps_of(0.5, 200), seed);
    CHECK(line.reason == Termination::LeftDomain);
    CHECK(line.end().z == Approx(500.0).margin(0.5));
    CHECK(line.elapsed.back() == Approx(45.0).margin(0.05));
    for (const glm::vec4& point : line.points) REQUIRE(point.w == Approx(point.z).margin(0.05));
    CHECK(miss(turning, seed, line) < 0.01);
    CHECK_FALSE(field->sample({30.0F, 85.0F, -1.0F}));
}

TEST_CASE("along_great_circle: ways lead over the poles", "[sphere]")
{
    const glm::dvec3 over = along_great_circle({30.0, 80.0, 5.0}, {0.0, 20.0, 1.0});
    CHECK(over.x == Approx(210.0));
    CHECK(over.y == Approx(80.0));
    CHECK(over.z == 6.0);
    CHECK(along_great_circle({30.0, 0.0, 0.0}, {20.0, 0.0, 0.0}).x == Approx(50.0));
    CHECK(great_circle_between({0.0, 80.0, 0.0}, {180.0, 85.0, 0.0}) == Approx(15.0));
}

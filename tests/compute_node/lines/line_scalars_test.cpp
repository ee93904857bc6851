// Scalars that lines have by themselves.
#include "compute_node/lines/line_scalars.h"
#include "compute_node/lines/line_tracer.h"
#include "tests/catch.h"
#include "tests/compute_node/sampled_field.h"

#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// A circle of radius 1, at unit speed, and a seed outside.
LineBlock circle(bool backward, LineSettings settings = {})
{
    settings.step = 0.05;
    settings.max_steps = 60;
    settings.backward = backward;
    LineSeeds seeds;
    seeds.add({1.0F, 0.0F, 0.0F, 0.0F});
    seeds.add({9.0F, 0.0F, 0.0F, 0.0F});
    LineBlock found;
    LineTracer{field_on(GridForm::Uniform, 9, rotation), settings}.trace(
        seeds, [&found](const LineBlock& block, const TraceProgress&) { found = block; });
    return found;
}

}  // namespace

TEST_CASE("set_scalar: age grows from 0 along lines forward and backward", "[lines]")
{
    LineBlock block = circle(GENERATE(false, true));
    set_scalar(LineScalar::Age, LengthMetric{{}}, block);
    const Line& line = block.lines.front();
    REQUIRE(line.points == 61);
    for (std::uint32_t i = 0; i < line.points; ++i)
        CHECK(block.points[line.first_point + i].w == Approx(0.05 * i).margin(1e-6));
}

TEST_CASE("set_scalar: arc length is that of the polyline up to the point", "[lines]")
{
    LineBlock block = circle(false);
    set_scalar(LineScalar::ArcLength, LengthMetric{{}}, block);
    const Line& line = block.lines.front();
    for (std::uint32_t i = 0; i < line.points; ++i)
        CHECK(block.points[line.first_point + i].w ==
              Approx(2.0 * std::sin(0.025) * i).epsilon(1e-5).margin(1e-6));
}

TEST_CASE("LineTracer: arc length is that of the curve up to the point", "[lines]")
{
    LineSettings settings;
    settings.scalar_is_length = true;
    settings.step_unit = GENERATE(StepUnit::Time, StepUnit::Length);
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.max_step = 0.05;
    const LineBlock block = circle(GENERATE(false, true), settings);
    const Line& line = block.lines.front();
    REQUIRE(line.points == 61);
    for (std::uint32_t i = 0; i < line.points; ++i)
        CHECK(block.points[line.first_point + i].w == Approx(0.05 * i).epsilon(1e-6).margin(1e-6));
    CHECK(std::isnan(block.points[block.lines.back().first_point].w));
}

TEST_CASE("LineTracer: a limit of length is one of the curve, however long the steps", "[lines]")
{
    LineSettings settings;
    settings.step = 0.5;
    settings.max_length = 3.0;
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.max_step = 0.5;
    settings.absolute_tolerance = 1.0;
    LineSeeds seeds;
    seeds.add({1.0F, 0.0F, 0.0F, 0.0F});
    LineTracer{field_on(GridForm::Uniform, 9, rotation), settings}.trace(
        seeds, [](const LineBlock& block, const TraceProgress&) {
            CHECK(block.lines.front().reason == Termination::LengthLimit);
            CHECK(block.elapsed.back() == Approx(3.0).epsilon(2e-3));  // chords would be 1 % short
        });
}

TEST_CASE("set_scalar: a seed outside has no scalar", "[lines]")
{
    LineBlock block = circle(false);
    set_scalar(LineScalar::Age, LengthMetric{{}}, block);
    CHECK(std::isnan(block.points[block.lines.back().first_point].w));
}

TEST_CASE("line_scalar_named: knows age and arc-length", "[lines]")
{
    CHECK(line_scalar_named("age") == LineScalar::Age);
    CHECK(line_scalar_named("arc-length") == LineScalar::ArcLength);
    CHECK_FALSE(line_scalar_named("speed"));
}

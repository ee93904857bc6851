// Lines through fields that change: linear in time between slices.
#include "compute_node/datasets/time_series.h"
#include "compute_node/lines/streaklines.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <cmath>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// The same flow everywhere, of a strength for each slice, on 5^3 nodes of [-2, 2]^3.
std::shared_ptr<const Field> gusts(GridForm form, const std::vector<double>& times,
                                   const std::vector<double>& strengths)
{
    std::vector<TimeSlice> slices;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double strength = strengths[i];
        const auto wind = [strength](glm::dvec3) { return glm::dvec3{strength, 0.0, 0.0}; };
        slices.push_back({times[i], "slice", [form, wind](const std::stop_token&) {
                              return data_on(form, 5, wind, [](glm::dvec3) { return 0.0; });
                          }});
    }
    return TimeSeries{"gusts", slices}.field({}, 1'000'000'000);
}

/// Strength 0 at t = 0, 1 at 1, 0 at 3.
std::shared_ptr<const Field> gust(GridForm form)
{
    return gusts(form, {0.0, 1.0, 3.0}, {0.0, 1.0, 0.0});
}

/// How far it blows until t.
double blown(double t)
{
    const double u = t - 1.0;
    return t <= 1.0 ? 0.5 * t * t : 0.5 + u - 0.25 * u * u;
}

}  // namespace

TEST_CASE("LineTracer: a pathline runs with the field's time", "[lines][unsteady]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    LineSettings settings = steps_of(0.125, 16);
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.max_step = settings.step;
    const auto line = trace_one(gust(form), settings, {-1.0F, 0.25F, 0.25F});
    REQUIRE(line.points.size() == 17);
    for (std::size_t i = 0; i < line.points.size(); ++i)
        CHECK(line.points[i].x == Approx(-1.0 + blown(line.elapsed[i])).margin(1e-5));
}

TEST_CASE("LineTracer: a line that begins later sees the field as it is then", "[lines][unsteady]")
{
    const auto lines =
        trace(gust(GridForm::Uniform), steps_of(0.125, 8), seeds_at({{-1.0F, 0.0F, 0.0F}}, 1.0F));
    CHECK(lines.front().end().x == Approx(-1.0 + 0.75).margin(1e-5));
}

TEST_CASE("LineTracer: a streamline sees the field as it is at its seed", "[lines][unsteady]")
{
    LineSettings settings = steps_of(0.125, 8);
    settings.flow_time = FlowTime::Frozen;
    const auto lines = trace(gust(GridForm::Uniform), settings, seeds_at({{-1.0F, 0.0F, 0.0F}}, 2.0F));
    CHECK(lines.front().end().x == Approx(-1.0 + 0.5).margin(1e-5));
    CHECK(lines.front().reason == Termination::StepLimit);
}

TEST_CASE("LineTracer: a line ends with the last slice, and backward with the first", "[lines][unsteady]")
{
    const auto form = GENERATE(GridForm::Uniform, GridForm::Curvilinear);
    LineSettings settings = steps_of(0.4, 100);
    const auto forward = trace(gust(form), settings, seeds_at({{-1.0F, 0.1F, 0.1F}}, 1.5F)).front();
    CHECK(forward.reason == Termination::OutOfTime);
    CHECK(forward.elapsed.back() == 1.5F);
    CHECK(forward.steps == 4);
    settings.backward = true;
    const auto backward = trace(gust(form), settings, seeds_at({{1.0F, 0.1F, 0.1F}}, 1.5F)).front();
    CHECK(backward.reason == Termination::OutOfTime);
    CHECK(backward.elapsed.back() == -1.5F);
    const auto never = trace(gust(form), settings, seeds_at({{1.0F, 0.1F, 0.1F}}, 7.0F)).front();
    CHECK(never.reason == Termination::OutOfTime);
    CHECK(never.points.size() == 1);
}

TEST_CASE("LineTracer: a seed at the last slice is a line of one point with a scalar", "[lines][unsteady]")
{
    const auto line =
        trace(gust(GridForm::Uniform), steps_of(0.4, 100), seeds_at({{1.0F, 0.1F, 0.1F}}, 3.0F)).front();
    CHECK(line.reason == Termination::OutOfTime);
    CHECK(line.points.size() == 1);
    CHECK(line.points.front().w == 0.0F);
}

TEST_CASE("LineTracer: a limit of time that is the last slice's is that limit", "[lines][unsteady]")
{
    LineSettings settings = steps_of(0.4, 100);
    settings.max_time = 1.5;
    const auto line = trace(gust(GridForm::Uniform), settings, seeds_at({{-1.0F, 0.1F, 0.1F}}, 1.5F)).front();
    CHECK(line.reason == Termination::TimeLimit);
    CHECK(line.elapsed.back() == 1.5F);
}

TEST_CASE("LineTracer: steps of cells in air that stands still end with the data", "[lines][unsteady]")
{
    LineSettings settings = steps_of(0.5, 100);
    settings.step_unit = StepUnit::CellFraction;
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    const auto calm = gusts(GridForm::Uniform, {0.0, 1.0, 3.0}, {0.0, 0.0, 0.0});
    const auto line = trace(calm, settings, seeds_at({{1.0F, 0.1F, 0.1F}})).front();
    CHECK(line.reason == Termination::OutOfTime);
    CHECK(line.elapsed.back() == 3.0F);
}

TEST_CASE("LineTracer: steps in length end where nothing flows, for no time passes in them",
          "[lines][unsteady]")
{
    LineSettings settings = steps_of(0.5, 100'000);
    settings.step_unit = StepUnit::Length;
    const auto calm = gusts(GridForm::Uniform, {0.0, 1.0, 3.0}, {0.0, 0.0, 1.0});
    const auto line = trace(calm, settings, seeds_at({{1.0F, 0.1F, 0.1F}})).front();
    CHECK(line.reason == Termination::Stagnant);
    CHECK(line.points.size() == 1);
}

TEST_CASE("LineTracer: seeds that rounding puts beyond the data are lines of one point", "[lines][unsteady]")
{
    LineSettings settings = steps_of(0.4, 100);
    settings.backward = GENERATE(false, true);
    settings.step_unit = GENERATE(StepUnit::Time, StepUnit::CellFraction, StepUnit::Length);
    const float time = settings.backward ? -1e-6F : 3.000001F;
    const auto line = trace(gust(GridForm::Uniform), settings, seeds_at({{1.0F, 0.1F, 0.1F}}, time)).front();
    CHECK((line.reason == Termination::OutOfTime || line.reason == Termination::Stagnant));
    CHECK(line.points.size() == 1);
}

TEST_CASE("LineTracer: no step that adapts goes beyond a slice, not even the first", "[lines][unsteady]")
{
    LineSettings settings = steps_of(2.9, 100);
    settings.integrator = Integrator::Dopri5;
    const auto line = trace(gust(GridForm::Uniform), settings, seeds_at({{-1.9F, 0.1F, 0.1F}})).front();
    CHECK(line.reason == Termination::OutOfTime);
    for (std::size_t i = 1; i < line.elapsed.size(); ++i)
        CHECK(line.elapsed[i] - line.elapsed[i - 1] <= 1.00001F);
    CHECK(line.end().x == Approx(-1.9 + blown(3.0)).margin(1e-5));
}

TEST_CASE("LineTracer: a streamline may be followed for longer than there are slices", "[lines][unsteady]")
{
    LineSettings settings = steps_of(0.125, 1000);
    settings.flow_time = FlowTime::Frozen;
    const auto line = trace(gust(GridForm::Uniform), settings, seeds_at({{-1.9F, 0.0F, 0.0F}}, 1.0F)).front();
    CHECK(line.reason == Termination::LeftDomain);
    CHECK(line.elapsed.back() == Approx(3.9).margin(1e-3));
}

TEST_CASE("LineTracer: data that become invalid end a line, and say so", "[lines][unsteady]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto field = gusts(form, {0.0, 1.0, 2.0, 3.0}, {0.5, 0.5, nan, nan});
    const auto line = trace_one(field, steps_of(0.3, 100), {-1.0F, 0.25F, 0.25F});
    CHECK(line.reason == Termination::InvalidData);
    CHECK(line.elapsed.back() == Approx(1.0).margin(1e-4));
}

TEST_CASE(
    "LineTracer: data that become invalid end a line at a time of which binary32 knows no later part, too",
    "[lines][unsteady]")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto field = gusts(GridForm::Uniform, {0.0, 3600.0, 7200.0}, {1e-4, 1e-4, nan});
    const auto line = trace_one(field, steps_of(60.0, 1000), {-1.0F, 0.25F, 0.25F});
    CHECK(line.reason == Termination::InvalidData);
    CHECK(line.elapsed.back() == Approx(3600.0));
}

TEST_CASE("LineTracer: at the very time of a slice that one alone counts", "[lines][unsteady]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto field = gusts(form, {0.0, 1.0, 2.0}, {nan, 0.5, nan});
    LineSettings settings = steps_of(0.125, 1000);
    const glm::vec3 seed{-1.9F, 0.0F, 0.0F};
    SECTION("a streamline of that time flows")
    {
        settings.flow_time = FlowTime::Frozen;
        const auto line = trace(field, settings, seeds_at({seed}, 1.0F)).front();
        CHECK(line.reason == Termination::LeftDomain);
        CHECK(line.elapsed.back() == Approx(2.0 * 3.9).margin(1e-3));
    }
    SECTION("one of any other time meets the gap")
    {
        settings.flow_time = FlowTime::Frozen;
        const auto line = trace(field, settings, seeds_at({seed}, 1.25F)).front();
        CHECK(line.reason == Termination::InvalidData);
        CHECK(line.points.size() == 1);
    }
    SECTION("a pathline begins at it, and ends where the gap begins to weigh")
    {
        const auto line = trace(field, settings, seeds_at({seed}, 1.0F)).front();
        CHECK(line.reason == Termination::InvalidData);
        CHECK(line.points.front().w == Approx(0.5));
        CHECK(line.elapsed.back() == Approx(0.0).margin(1e-6));
    }
    SECTION("as single look-ups have it")
    {
        CellCursor cursor;
        CHECK(field->place_of(seed, 1.0F, cursor) == Place::Inside);
        CHECK(field->place_of(seed, 1.001F, cursor) == Place::Invalid);
        CHECK(field->place_of(seed, 0.999F, cursor) == Place::Invalid);
        CHECK(field->locate(seed, 1.0F, cursor));
    }
}

TEST_CASE("LineTracer: the last slice counts alone at its time", "[lines][unsteady]")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto field = gusts(GENERATE(GridForm::Uniform, GridForm::Curvilinear), {0.0, 1.0}, {nan, 0.5});
    LineSettings settings = steps_of(0.125, 1000);
    settings.flow_time = FlowTime::Frozen;
    const auto line = trace(field, settings, seeds_at({{-1.9F, 0.0F, 0.0F}}, 1.0F)).front();
    CHECK(line.reason == Termination::LeftDomain);
}

TEST_CASE("trace_streaklines: joins the particles released since, each where it is now", "[lines][unsteady]")
{
    std::vector<glm::vec4> points;
    std::vector<float> releases;
    trace_streaklines(gust(GridForm::Uniform), steps_of(0.125, 10), 1, seeds_at({{-2.0F, 0.0F, 0.0F}}),
                      [&](const LineBlock& block, const TraceProgress&) {
                          points = block.points;
                          releases = block.elapsed;
                      });
    REQUIRE(points.size() == 11);
    const double observed = 1.25;
    for (std::size_t i = 0; i < points.size(); ++i) {
        CHECK(releases[i] == Approx(observed - 0.125 * static_cast<double>(i)).margin(1e-6));
        CHECK(points[i].x == Approx(-2.0 + blown(observed) - blown(releases[i])).margin(1e-5));
    }
}

TEST_CASE("trace_streaklines: ends before the first particle that has left", "[lines]")
{
    const auto field = gusts(GridForm::Uniform, {0.0, 10.0}, {1.0, 1.0});
    std::vector<Line> lines;
    trace_streaklines(field, steps_of(0.5, 19), 2, seeds_at({{-2.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}}),
                      [&](const LineBlock& block, const TraceProgress&) { lines = block.lines; });
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].reason == Termination::LeftDomain);
    CHECK(lines[0].points == 9);  // ages 0 to 4: the domain's length is 4
    CHECK(lines[1].points == 3);
}

TEST_CASE("trace_streaklines: releases before the first slice are left out", "[lines][unsteady]")
{
    // The first release is so long ago that binary32 misses the last slice by 1e-5 s when all are added.
    const LineSettings settings = steps_of(0.1, GENERATE(40U, 3033U));
    const auto first = static_cast<float>(3.0 - settings.step * settings.max_steps);
    trace_streaklines(gust(GridForm::Uniform), settings, 1, seeds_at({{-2.0F, 0.0F, 0.0F}}, first),
                      [](const LineBlock& block, const TraceProgress&) {
                          CHECK(block.lines.front().reason == Termination::OutOfTime);
                          CHECK(block.lines.front().points >= 30);
                          CHECK(block.points.front().w == 0.0F);
                          CHECK(block.points[29].x == Approx(-2.0 + blown(3.0) - blown(0.1)).margin(1e-4));
                      });
}

TEST_CASE("trace_streaklines: looked at after the last slice one is its seed, out of time",
          "[lines][unsteady]")
{
    trace_streaklines(gust(GridForm::Uniform), steps_of(0.1, 40), 1, seeds_at({{-2.0F, 0.0F, 0.0F}}),
                      [](const LineBlock& block, const TraceProgress&) {
                          CHECK(block.lines.front().reason == Termination::OutOfTime);
                          REQUIRE(block.points.size() == 1);
                          CHECK(block.points.front().x == -2.0F);
                          CHECK(std::isnan(block.points.front().w));
                      });
}

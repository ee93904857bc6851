// Why lines stop, and where.
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

glm::dvec3 along_x(glm::dvec3 /*p*/)
{
    return {1.0, 0.0, 0.0};
}

LineSettings step_of(double step)
{
    LineSettings settings;
    settings.step = step;
    return settings;
}

/// Uniform flow along x on 9^3 nodes of [-2, 2]^3, with some nodes spoilt or blanked.
std::shared_ptr<const Field> spoilt(GridForm form, bool blank, const std::function<bool(int)>& is_spoilt)
{
    GridData data;
    data.format = "test";
    data.dims = {glm::uvec3{9}};
    NodeValues vectors{"velocity", 3, {}, ""};
    CurvilinearGeometry points;
    for (int n = 0; n < 9 * 9 * 9; ++n) {
        const int i = n % 9;
        points.points.emplace_back(node_at(i, 9, false), node_at(n / 9 % 9, 9, false),
                                   node_at(n / 81, 9, false));
        const bool bad = is_spoilt(i);
        for (const float v : {1.0F, 0.0F, 0.0F})
            vectors.values.own().push_back(bad && !blank ? not_a_number : v);
        data.blanked.push_back(bad && blank ? 1 : 0);
    }
    if (form == GridForm::Uniform)
        data.geometry = UniformGeometry{glm::dvec3{-2.0}, glm::dvec3{0.5}};
    else
        data.geometry = points;
    data.arrays = {vectors};
    return Dataset{"test", data}.field();
}

}  // namespace

TEST_CASE("LineTracer: a line ends on the face through which it leaves", "[lines]")
{
    const auto grid =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const auto integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    LineSettings settings = step_of(0.3);
    settings.integrator = integrator;
    settings.scalar_is_length = true;
    const auto line = trace_one(field_on(grid, 9, along_x), settings, {-1.9F, 0.3F, 0.4F});
    CHECK(line.reason == Termination::LeftDomain);
    CHECK(line.end().x <= 2.001);
    CHECK(line.end().x > 2.0 - 1e-4);
    CHECK(line.elapsed.back() == Approx(3.9).epsilon(1e-4));
    CHECK(line.points.size() == line.steps + 1);
    CHECK(line.points.back().w == Approx(3.9).epsilon(1e-4));
}

TEST_CASE("LineTracer: a stage that leaves does not end a line that comes back", "[lines]")
{
    // A circle that touches the face x = 2 from within: stages overshoot it, the line does not.
    const auto line = [] {
        LineSettings settings = step_of(0.5);
        settings.max_steps = 12;
        return trace_one(field_on(GridForm::Uniform, 9, rotation), settings, {1.98F, 0.0F, 0.0F});
    }();
    CHECK(line.reason == Termination::StepLimit);
    CHECK(line.steps == 12);
    CHECK(line.elapsed.back() == Approx(6.0));
}

TEST_CASE("LineTracer: backward lines run against the flow and count time downwards", "[lines]")
{
    LineSettings settings = step_of(0.3);
    settings.backward = true;
    const auto line = trace_one(field_on(GridForm::Uniform, 9, along_x), settings, {1.0F, 0.0F, 0.0F});
    CHECK(line.reason == Termination::LeftDomain);
    CHECK(line.end().x == Approx(-2.0).margin(1e-4));
    CHECK(line.elapsed.back() == Approx(-3.0).epsilon(1e-4));
}

TEST_CASE("LineTracer: limits of steps, time and length end a line where they are reached", "[lines]")
{
    const auto field = field_on(GridForm::Uniform, 9, [](glm::dvec3) { return glm::dvec3{2.0, 0.0, 0.0}; });
    const auto integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    LineSettings settings = step_of(0.125);
    settings.integrator = integrator;
    const glm::vec3 seed{-2.0F, 0.0F, 0.0F};
    SECTION("steps")
    {
        settings.max_steps = 3;
        settings.max_step = settings.step;
        const auto line = trace_one(field, settings, seed);
        CHECK(line.reason == Termination::StepLimit);
        CHECK(line.points.size() == 4);
    }
    SECTION("time")
    {
        settings.max_time = 1.1;
        const auto line = trace_one(field, settings, seed);
        CHECK(line.reason == Termination::TimeLimit);
        CHECK(line.elapsed.back() == Approx(1.1));
        CHECK(line.end().x == Approx(0.2).margin(1e-4));
    }
    SECTION("length")
    {
        settings.max_length = 1.7;
        const auto line = trace_one(field, settings, seed);
        CHECK(line.reason == Termination::LengthLimit);
        CHECK(line.end().x == Approx(-0.3).margin(1e-4));
    }
}

TEST_CASE("LineTracer: a line stands still where the flow does", "[lines]")
{
    const auto slowing = [](glm::dvec3 p) { return glm::dvec3{-p.x, 0.0, 0.0}; };
    LineSettings settings = step_of(0.1);
    settings.stagnant_speed = 0.01;
    const auto line = trace_one(field_on(GridForm::Uniform, 9, slowing), settings, {1.0F, 0.0F, 0.0F});
    CHECK(line.reason == Termination::Stagnant);
    CHECK(line.end().x == Approx(0.01).margin(0.001));
    settings.stagnant_speed = 0.0;
    const auto at_rest = trace_one(field_on(GridForm::Uniform, 9, slowing), settings, {0.0F, 0.0F, 0.0F});
    CHECK(at_rest.reason == Termination::Stagnant);
    CHECK(at_rest.points.size() == 1);
}

TEST_CASE("LineTracer: blanked and invalid regions end lines at their edge, each by its name", "[lines]")
{
    const auto form = GENERATE(GridForm::Uniform, GridForm::Curvilinear);
    const bool blank = GENERATE(false, true);
    const auto field = spoilt(form, blank, [](int i) { return i == 6; });  // x = 1
    const auto line = trace_one(field, step_of(0.3), {-1.0F, 0.1F, 0.1F});
    CHECK(line.reason == (blank ? Termination::Blanked : Termination::InvalidData));
    CHECK(line.end().x == Approx(0.5).margin(2e-4));  // the last valid cell ends at node 5
}

TEST_CASE("LineTracer: a seed outside is a line of one point without a scalar", "[lines]")
{
    const auto grid =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const auto line = trace_one(field_on(grid, 9, along_x), step_of(0.3), {3.0F, 0.0F, 0.0F});
    CHECK(line.reason == Termination::LeftDomain);
    REQUIRE(line.points.size() == 1);
    CHECK(line.steps == 0);
    CHECK(std::isnan(line.points.front().w));
    CHECK(glm::vec3{line.points.front()} == glm::vec3{3.0F, 0.0F, 0.0F});
}

TEST_CASE("LineTracer: seeds that are no numbers are outside", "[lines]")
{
    const float inf = std::numeric_limits<float>::infinity();
    const auto grid =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    for (const glm::vec3 seed : {glm::vec3{not_a_number, 0, 0}, glm::vec3{0, inf, 0}, glm::vec3{0, 0, -inf}})
        CHECK(trace_one(field_on(grid, 9, along_x), step_of(0.3), seed).reason == Termination::LeftDomain);
}

TEST_CASE("LineTracer: a job that is cancelled while it delivers delivers no more", "[lines]")
{
    LineSeeds seeds;
    for (int i = 0; i < 100'000; ++i) seeds.add({0.5F, 0.0F, 0.0F, 0.0F});
    LineSettings settings = step_of(0.01);
    settings.max_steps = 2;
    std::atomic<bool> cancelled{false};
    int blocks = 0;
    const auto stop = [&](const LineBlock&, const TraceProgress&) {
        ++blocks;
        cancelled = true;
    };
    LineTracer{field_on(GridForm::Uniform, 9, rotation), settings, 2}.trace(seeds, stop, &cancelled);
    CHECK(blocks == 1);
}

TEST_CASE("LineTracer: lines that would never end are dropped when the job is cancelled", "[lines]")
{
    LineSettings settings = step_of(0.01);
    settings.max_steps = max_line_steps;
    settings.keep_points = false;
    std::atomic<bool> cancelled{false};
    std::vector<LineBlock> blocks(1);
    const LineTracer tracer{field_on(GridForm::Uniform, 9, rotation), settings, 1};
    std::thread later{[&cancelled] { cancelled = true; }};
    tracer.trace_all(seeds_at({{0.5F, 0.0F, 0.0F}}), blocks, &cancelled);
    later.join();
    for (const Line& line : blocks.front().lines) CHECK(line.reason == Termination::Cancelled);
}

TEST_CASE("LineTracer: steps in length that come to rest at a wall end the line as stagnant", "[lines]")
{
    const auto to_wall = [](glm::dvec3 p) { return glm::dvec3{-p.x, 0.0, 0.0}; };
    LineSettings settings = step_of(0.05);
    settings.step_unit = StepUnit::Length;
    settings.max_steps = 100'000;
    const auto line = trace_one(field_on(GridForm::Uniform, 9, to_wall), settings, {1.0F, 0.1F, 0.2F});
    CHECK(line.reason == Termination::Stagnant);
    CHECK(line.steps < 10'000);
    CHECK(std::abs(line.end().x) < 0.05);
}

// How integrators approach closed forms as their steps shrink.
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <cmath>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

constexpr double turn = 2.0 * std::numbers::pi;

LineSettings in_steps(Integrator integrator, double time, std::uint32_t steps)
{
    LineSettings settings;
    settings.integrator = integrator;
    settings.step = time / steps;
    settings.max_steps = steps;
    settings.max_step = settings.step;
    settings.absolute_tolerance = 1e9;  // so that Dopri5 takes the steps it is given
    return settings;
}

double miss_after_a_turn(GridForm grid, std::uint32_t steps)
{
    const glm::vec3 seed{1.0F, 0.0F, 0.5F};
    const auto line = trace_one(field_on(grid, 5, rotation), in_steps(Integrator::Rk4, turn, steps), seed);
    REQUIRE(line.reason == Termination::StepLimit);
    return glm::distance(line.end(), glm::dvec3{seed});
}

/// x' = x, y' = -y: hyperbolas about a stagnation point.
glm::dvec3 saddle(glm::dvec3 p)
{
    return {p.x, -p.y, 0.0};
}

double miss_in_saddle(std::uint32_t steps)
{
    const auto line = trace_one(field_on(GridForm::Uniform, 5, saddle), in_steps(Integrator::Rk4, 2.0, steps),
                                {0.25F, 1.5F, 0.0F});
    return glm::distance(line.end(), glm::dvec3{0.25 * std::exp(2.0), 1.5 * std::exp(-2.0), 0.0});
}

glm::dvec3 reference(AnalyticFlow flow, glm::dvec3 p, double time)
{
    constexpr int steps = 20'000;
    const double h = time / steps;
    for (int i = 0; i < steps; ++i) {
        const glm::dvec3 k1 = velocity_of(flow, p), k2 = velocity_of(flow, p + 0.5 * h * k1);
        const glm::dvec3 k3 = velocity_of(flow, p + 0.5 * h * k2), k4 = velocity_of(flow, p + h * k3);
        p += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return p;
}

struct Course {
    const char* dataset;
    AnalyticFlow flow;
    glm::vec3 seed;
    double time;
};

double miss_in(const Course& course, Integrator integrator, std::uint32_t steps)
{
    const auto line = trace_one(open_analytic(course.dataset).field(),
                                in_steps(integrator, course.time, steps), course.seed);
    return glm::distance(line.end(), reference(course.flow, course.seed, course.time));
}

const Course abc{"analytic:abc", AnalyticFlow::Abc, {3.0F, 2.0F, 4.0F}, 1.5};
const Course gyre{"analytic:double-gyre", AnalyticFlow::DoubleGyre, {0.5F, 0.25F, 0.0F}, 8.0};

}  // namespace

TEST_CASE("LineTracer: halving RK4's step in a rotation divides the error by sixteen", "[lines]")
{
    const auto grid = GENERATE(GridForm::Uniform, GridForm::Rectilinear);
    const double ratio = miss_after_a_turn(grid, 16) / miss_after_a_turn(grid, 32);
    CHECK(ratio > 14.0);
    CHECK(ratio < 18.0);
}

TEST_CASE("LineTracer: halving RK4's step in a saddle divides the error by sixteen", "[lines]")
{
    const double ratio = miss_in_saddle(4) / miss_in_saddle(8);
    CHECK(ratio > 11.0);  // terms of order five still count at such steps
    CHECK(ratio < 20.0);
}

TEST_CASE("LineTracer: halving RK4's step in the ABC flow and a gyre divides the error by sixteen", "[lines]")
{
    const Course& course = GENERATE(as<const Course*>{}, &abc, &gyre) == &abc ? abc : gyre;
    const double ratio = miss_in(course, Integrator::Rk4, 12) / miss_in(course, Integrator::Rk4, 24);
    CHECK(std::log2(ratio) > 3.5);
    CHECK(std::log2(ratio) < 4.6);
}

TEST_CASE("LineTracer: halving Dormand-Prince's step divides the error by thirty-two", "[lines]")
{
    const Course& course = GENERATE(as<const Course*>{}, &abc, &gyre) == &abc ? abc : gyre;
    const double ratio = miss_in(course, Integrator::Dopri5, 6) / miss_in(course, Integrator::Dopri5, 12);
    CHECK(std::log2(ratio) > 4.3);
    CHECK(std::log2(ratio) < 6.2);
}

TEST_CASE("LineTracer: a relative tolerance does not depend on where the origin is", "[lines]")
{
    const auto steps_about = [](double centre) {
        GridData data;
        data.format = "test";
        data.dims = {glm::uvec3{5}};
        data.geometry = UniformGeometry{{centre - 2.0, -2.0, -2.0}, glm::dvec3{1.0}};
        NodeValues vectors{"velocity", 3, {}, ""};
        for (int n = 0; n < 125; ++n)
            for (const int v : {2 - n / 5 % 5, n % 5 - 2, 0})
                vectors.values.own().push_back(static_cast<float>(v));
        data.arrays = {vectors};
        LineSettings settings;
        settings.integrator = Integrator::Dopri5;
        settings.max_time = 3.0 * turn;
        settings.absolute_tolerance = 1e-9;
        settings.relative_tolerance = 1e-3;
        const auto field = Dataset{"test", data}.field();
        return trace_one(field, settings, field->info().relative({centre + 1.0, 0.0, 0.5})).steps;
    };
    CHECK(steps_about(64.0) == Approx(steps_about(0.0)).epsilon(0.1));
}

TEST_CASE("LineTracer: a tighter tolerance takes more steps and errs less", "[lines]")
{
    const auto run = [](double tolerance) {
        LineSettings settings;
        settings.integrator = Integrator::Dopri5;
        settings.step = 0.5;
        settings.max_time = turn;
        settings.absolute_tolerance = tolerance;
        settings.relative_tolerance = 0.0;
        return trace_one(field_on(GridForm::Uniform, 5, rotation), settings, {1.0F, 0.0F, 0.5F});
    };
    const auto loose = run(1e-3), tight = run(1e-6);
    const auto miss = [](const TracedLine& line) {
        return glm::distance(line.end(), glm::dvec3{1.0, 0.0, 0.5});
    };
    CHECK(loose.reason == Termination::TimeLimit);
    CHECK(tight.steps > 2 * loose.steps);
    CHECK(miss(tight) < 0.1 * miss(loose));
    CHECK(miss(tight) < 1e-5);
}

TEST_CASE("LineTracer: a hundred thousand small steps lose nothing to rounding", "[lines]")
{
    const glm::vec3 seed{1.0F, 0.0F, 0.5F};
    const auto line =
        trace_one(field_on(GridForm::Uniform, 5, rotation), in_steps(Integrator::Rk4, turn, 100'000), seed);
    CHECK(glm::distance(line.end(), glm::dvec3{seed}) < 5e-6);
    CHECK(std::abs(line.elapsed.back() - turn) < 1e-5);
}

TEST_CASE("LineTracer: by arc length all steps are equally long, and time is kept", "[lines]")
{
    LineSettings settings;
    settings.step_unit = StepUnit::Length;
    settings.step = turn / 64.0;
    settings.max_steps = 64;
    const auto line =
        trace_one(field_on(GridForm::Uniform, 5, [](glm::dvec3 p) { return 3.0 * rotation(p); }), settings,
                  {1.0F, 0.0F, 0.5F});
    CHECK(glm::distance(line.end(), glm::dvec3{1.0, 0.0, 0.5}) < 1e-5);
    CHECK(std::abs(line.elapsed.back() - turn / 3.0) < 1e-5);
    for (std::size_t i = 1; i < line.points.size(); ++i)
        REQUIRE(glm::distance(line.points[i], line.points[i - 1]) == Approx(settings.step).epsilon(1e-3));
}

TEST_CASE("LineTracer: a step of a quarter cell crosses a cell in four", "[lines]")
{
    LineSettings settings;
    settings.step_unit = StepUnit::CellFraction;
    settings.step = 0.25;
    settings.max_steps = 1000;
    const auto along_x = [](glm::dvec3 p) { return glm::dvec3{0.1 + 0.01 * p.y, 0.0, 0.0}; };
    const auto grid = GENERATE(GridForm::Uniform, GridForm::Rectilinear);
    const auto line = trace_one(field_on(grid, 9, along_x), settings, {-2.0F, 0.5F, 0.5F});
    CHECK(line.reason == Termination::LeftDomain);
    CHECK(line.steps >= 32);
    CHECK(line.steps <= 33);  // rounding may leave a last part of a step
}

#include "compute_node/datasets/dataset.h"
#include "compute_node/fields/analytic_flow.h"
#include "tests/catch.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;

namespace {

constexpr double pi = std::numbers::pi;

/// Central differences.
double divergence(AnalyticFlow flow, glm::dvec3 p)
{
    constexpr double h = 1e-5;
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 step{0.0};
        step[axis] = h;
        sum += (velocity_of(flow, p + step)[axis] - velocity_of(flow, p - step)[axis]) / (2.0 * h);
    }
    return sum;
}

void check_velocity(AnalyticFlow flow, glm::dvec3 at, glm::dvec3 expected)
{
    CHECK(glm::distance(velocity_of(flow, at), expected) < 1e-8);
}

}  // namespace

TEST_CASE("AnalyticFlow: names go back and forth", "[analytic]")
{
    for (const AnalyticFlow flow : analytic_flows) CHECK(analytic_flow_named(to_string(flow)) == flow);
    CHECK_FALSE(analytic_flow_named("whirlpool"));
}

TEST_CASE("AnalyticFlow: values at points where sine and cosine are 0 or 1", "[analytic]")
{
    check_velocity(AnalyticFlow::Cell, {pi / 2, 0, pi / 2}, {1.0, 0.0, -1.0});
    check_velocity(AnalyticFlow::Abc, {pi / 2, 0, 0}, {1.0, std::sqrt(2.0) + std::sqrt(3.0), 0.0});
    check_velocity(AnalyticFlow::TaylorGreen, {pi / 2, 0, 0}, {1.0, 0.0, 0.0});
    check_velocity(AnalyticFlow::TaylorGreen, {0, pi / 2, 0}, {0.0, -1.0, 0.0});
    check_velocity(AnalyticFlow::DoubleGyre, {0.5, 0, 0.3}, {-0.1 * pi, 0.0, 0.0});
    check_velocity(AnalyticFlow::DoubleGyre, {0, 0.5, 0.3}, {0.0, 0.1 * pi, 0.0});
}

TEST_CASE("AnalyticFlow: the funnel at z = 0, inside its wall", "[analytic]")
{
    // a = 0.05, b = 0, d = 0.05, R = 0.1, T = 0.2, m' = 1, h = 0.01, e = sqrt(0.0026)
    const double e = std::sqrt(0.0026), f = (0.3 - e) / e;
    check_velocity(AnalyticFlow::Tornado, {0.55, 0.6, 0.0}, {0.005, -0.05 * f, 0.01 * f});
}

TEST_CASE("AnalyticFlow: all but the funnel are free of divergence", "[analytic]")
{
    for (const AnalyticFlow flow :
         {AnalyticFlow::Cell, AnalyticFlow::Abc, AnalyticFlow::TaylorGreen, AnalyticFlow::DoubleGyre})
        CHECK(divergence(flow, {0.7, 0.4, 0.9}) == Approx(0.0).margin(1e-8));
}

TEST_CASE("AnalyticFlow: the sampled field has the function's values at its nodes", "[analytic]")
{
    for (const AnalyticFlow flow : analytic_flows) {
        const auto field = open_analytic("analytic:" + std::string{to_string(flow)} + ":5").field();
        const Bounds box = domain_of(flow);
        const glm::dvec3 node = box.lo + (box.hi - box.lo) * glm::dvec3{0.25, 0.5, 0.75};
        const auto sample = field->sample(glm::vec3{node});
        REQUIRE(sample);
        CHECK(glm::distance(glm::dvec3{sample->velocity}, velocity_of(flow, node)) < 1e-5);
    }
}

#include "compute_node/tomography/eikonal/travel_times.h"

#include "compute_node/tomography/eikonal/fast_marching.h"
#include "compute_node/tomography/eikonal/lane_batch.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/tomography/media.h"

#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace farfield::tomography;
using namespace farfield::tomography::testing;

namespace {

/// In the slow third of the cube, where all rays to its nodes stay in it; off the nodes.
const std::vector<glm::dvec3> sources{{330.0, 340.0, 310.0}, {612.3, 211.1, 77.7},  {401.9, 699.4, 255.0},
                                      {500.0, 500.0, 128.4}, {288.8, 710.0, 155.2}, {250.1, 250.2, 190.3},
                                      {720.0, 720.0, 301.0}, {450.0, 333.3, 60.6},  {510.0, 280.0, 222.2}};

double gradient_error(int nodes, int order)
{
    const SlownessModel model = cube(nodes, gradient_velocity);
    const std::vector<glm::dvec3> one{sources.front()};
    const auto exact = [&](glm::dvec3 at) { return gradient_time(one.front(), at); };
    return rms_error(model, node_times(model, one, {.order = order}).front(), exact);
}

/// Smooth and rough: 2000 to 4500 m/s over 125 m.
double rough_velocity(glm::dvec3 at)
{
    constexpr double k = 2.0 * std::numbers::pi / 250.0;
    return 3000.0 * std::exp(0.4 * std::sin(k * at.x) * std::sin(k * at.y + 1.0) * std::cos(k * at.z));
}

}  // namespace

TEST_CASE("solve_travel_times: in a homogeneous medium times are exact", "[eikonal]")
{
    const SlownessModel model = cube(24, [](glm::dvec3) { return 2500.0; });
    for (std::size_t s = 0; s < sources.size(); ++s) {
        const auto exact = [&](glm::dvec3 at) { return glm::distance(at, sources[s]) / 2500.0; };
        CHECK(rms_error(model, node_times(model, sources)[s], exact) < 1e-7);
    }
}

TEST_CASE("solve_travel_times: in a linear gradient errors are below 1e-4 of the times", "[eikonal]")
{
    const SlownessModel model = cube(48, gradient_velocity);
    const auto times = node_times(model, sources);
    for (std::size_t s = 0; s < sources.size(); ++s) {
        const auto exact = [&](glm::dvec3 at) { return gradient_time(sources[s], at); };
        CHECK(rms_error(model, times[s], exact) < 4e-5);  // of times up to 0.4 s
    }
}

TEST_CASE("solve_travel_times: halving the spacing divides the error by the order's power of two",
          "[eikonal]")
{
    const double second = gradient_error(25, 2) / gradient_error(49, 2);
    CHECK(second > 3.0);
    const double first = gradient_error(25, 1) / gradient_error(49, 1);
    CHECK(first > 1.6);
    CHECK(first < 2.4);
}

TEST_CASE("solve_travel_times: over a fast layer the head wave arrives first", "[eikonal]")
{
    constexpr double slow = 1500.0, fast = 4500.0;
    const SlownessModel model = cube(65, [](glm::dvec3 at) { return at.z < 250.0 ? slow : fast; });
    const std::vector<glm::dvec3> one{{62.5, 500.0, 125.0}};
    const std::vector<double> times = node_times(model, one).front();
    // The trilinear velocity passes the middle of both within half a spacing of z = 242.
    constexpr double height = 242.2 - 125.0, x = 906.25 - 62.5;
    const double head = x / fast + 2.0 * height * std::sqrt(1.0 / (slow * slow) - 1.0 / (fast * fast));
    const glm::ivec3 node{58, 32, 8};
    CHECK(head < x / slow);
    CHECK(times[model.lattice.index(node)] == Approx(head).epsilon(0.02));
}

TEST_CASE("solve_travel_times: a source's bits are the same alone, among others and on two threads",
          "[eikonal]")
{
    const SlownessModel model = cube(40, rough_velocity);
    const auto together = node_times(model, sources, {.threads = 1});
    CHECK(node_times(model, sources, {.threads = 2}) == together);
    for (const std::size_t s : {0, 4, 8}) {
        const std::vector<glm::dvec3> one{sources[s]};
        CHECK(node_times(model, one, {.threads = 1}).front() == together[s]);
    }
}

TEST_CASE("solve_travel_times: from receiver to source takes as long as from source to receiver", "[eikonal]")
{
    const SlownessModel model = cube(64, rough_velocity);
    double there = 0.0, back = 0.0;
    const std::vector<glm::dvec3> a{sources[1]}, b{sources[6]};
    solve_travel_times(model, a, {},
                       [&](std::size_t, const TimeField& field) { there = field.time_at(b[0]); });
    solve_travel_times(model, b, {},
                       [&](std::size_t, const TimeField& field) { back = field.time_at(a[0]); });
    CHECK(there == Approx(back).epsilon(0.01));
}

TEST_CASE("solve_travel_times: waves go around blanked nodes", "[eikonal]")
{
    const auto wall = [](glm::dvec3 at) {
        return std::abs(at.x - 500.0) < 20.0 && at.z < 800.0 ? 0.0 : 2000.0;
    };
    const SlownessModel model = cube(41, wall);
    const std::vector<glm::dvec3> one{{250.0, 500.0, 500.0}};
    const std::vector<double> times = node_times(model, one).front();
    const double around = 2.0 * glm::distance(glm::dvec2{250.0, 500.0}, glm::dvec2{500.0, 800.0}) / 2000.0;
    CHECK(times[model.lattice.index({30, 20, 20})] == Approx(around).epsilon(0.01));
    CHECK(times[model.lattice.index({20, 20, 20})] > 1e9);
}

TEST_CASE("march_again: has the times of sweeping to a hundredth", "[eikonal]")
{
    const SlownessModel model = cube(40, gradient_velocity);
    LaneBatch batch{model, 4, 2};
    const std::vector<glm::dvec3> one{sources[2]};
    REQUIRE(batch.solve(one) == 0);
    const PaddedLattice padded{model.lattice.nodes};
    std::vector<float> rest(padded.count());
    std::vector<std::uint16_t> held(padded.count(), 0);
    const TimeField swept = batch.field(0);
    for (std::size_t n = 0; n < rest.size(); ++n) rest[n] = swept.rest[n * swept.stride];
    const glm::ivec3 near{model.lattice.in_nodes(one.front())};
    for (int n = 0; n < 125; ++n) held[padded.index(near + glm::ivec3{n % 5, n / 5 % 5, n / 25} - 2)] = 1;
    const TimeField marched{model.lattice, padded, rest.data(), 1, swept.source, swept.source_slowness};
    march_again(model, marched, rest.data(), held, 0);
    std::vector<double> times;
    for (std::size_t n = 0; n < model.lattice.count(); ++n)
        times.push_back(marched.time_at_node(model.lattice.node(n)));
    const auto exact = [&](glm::dvec3 at) { return gradient_time(one.front(), at); };
    CHECK(rms_error(model, times, exact) < 1e-4);
}

TEST_CASE("solve_travel_times: a source outside and too little memory are named", "[eikonal]")
{
    using farfield::compute::testing::error_of;
    const SlownessModel model = cube(9, gradient_velocity);
    const auto solve = [&](glm::dvec3 at, std::uint64_t max_bytes) {
        const std::vector<glm::dvec3> one{at};
        solve_travel_times(model, one, {.max_bytes = max_bytes}, [](std::size_t, const TimeField&) {});
    };
    CHECK(error_of([&] {
              solve({-1.0, 0.0, 0.0}, 0);
          }) == "source 1 at -1,0,0 is outside the box 0,1000,0,1000,0,1000");
    CHECK(error_of([&] {
              solve({500.0, 500.0, 500.0}, 1000);
          }).find("max_tomography_bytes") != std::string::npos);
}

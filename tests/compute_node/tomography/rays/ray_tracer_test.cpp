#include "compute_node/tomography/rays/ray_tracer.h"

#include "compute_node/tomography/inversion/model_lattice.h"
#include "compute_node/tomography/rays/sensitivity.h"
#include "tests/catch.h"
#include "tests/compute_node/tomography/media.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace farfield::tomography;
using namespace farfield::tomography::testing;

namespace {

const glm::dvec3 source{151.3, 500.0, 103.7}, receiver{830.0, 500.0, 120.0};

/// Rays of v = v0 + g z are circles about points at z = -v0 / g.
double circle_miss(const Ray& ray)
{
    constexpr double depth = -1000.0;
    const auto z = [](glm::dvec3 at) { return at.z - depth; };
    const double x = 0.5 * (source.x + receiver.x) +
                     (z(receiver) * z(receiver) - z(source) * z(source)) / (2.0 * (receiver.x - source.x));
    const double radius = std::hypot(source.x - x, z(source));
    double miss = 0.0;
    for (const glm::dvec3 at : ray.points)
        miss = std::max({miss, std::abs(std::hypot(at.x - x, z(at)) - radius), std::abs(at.y - 500.0)});
    return miss;
}

Ray traced(const SlownessModel& model)
{
    Ray ray;
    const std::vector<glm::dvec3> one{source};
    solve_travel_times(model, one, {},
                       [&](std::size_t, const TimeField& field) { ray = trace_ray(model, field, receiver); });
    return ray;
}

}  // namespace

TEST_CASE("trace_ray: in a linear gradient rays are circles", "[tomography]")
{
    const SlownessModel model = cube(49, gradient_velocity);
    const Ray ray = traced(model);
    REQUIRE(ray.kind == RayKind::Descent);
    CHECK(ray.points.front() == receiver);
    CHECK(ray.points.back() == source);
    CHECK(circle_miss(ray) < 0.1 * model.lattice.spacing);
    CHECK(time_along(model, ray) == Approx(gradient_time(source, receiver)).epsilon(2e-4));
}

TEST_CASE("bend_ray: finds the circle of a linear gradient from the straight ray", "[tomography]")
{
    const SlownessModel model = cube(49, gradient_velocity);
    const Ray ray = bend_ray(model, source, receiver);
    CHECK(circle_miss(ray) < 0.5 * model.lattice.spacing);
    CHECK(time_along(model, ray) == Approx(gradient_time(source, receiver)).epsilon(1e-3));
}

TEST_CASE("bend_ray: whose ends lie in voids has places that are numbers", "[tomography]")
{
    const SlownessModel model =
        cube(49, [](glm::dvec3 at) { return at.x < 300.0 || at.x > 700.0 ? 0.0 : 2000.0 + at.z; });
    for (const glm::dvec3 at : bend_ray(model, source, receiver).points) CHECK(model.lattice.contains(at));
}

TEST_CASE("straight_ray: takes length over velocity in a homogeneous medium", "[tomography]")
{
    const SlownessModel model = cube(9, [](glm::dvec3) { return 2500.0; });
    const Ray ray = straight_ray(model, source, receiver);
    CHECK(length_of(ray) == Approx(glm::distance(source, receiver)));
    CHECK(time_along(model, ray) == Approx(glm::distance(source, receiver) / 2500.0));
}

TEST_CASE("sensitivity_of: a row is the difference of the time by ln slowness of each node", "[tomography]")
{
    SlownessModel model = cube(25, gradient_velocity);
    const Lattice coarse = coarse_lattice(model.lattice, 3);
    Eigen::VectorXd m(static_cast<Eigen::Index>(coarse.count()));
    for (std::size_t n = 0; n < coarse.count(); ++n)
        m[static_cast<Eigen::Index>(n)] = -std::log(gradient_velocity(coarse.position(coarse.node(n))));
    fill_slowness(coarse, m, model);
    const Ray ray = traced(model);
    const SensitivityRow row = sensitivity_of(model, coarse, ray);
    constexpr double change = 0.02;
    for (std::size_t e = 0; e < row.columns.size(); e += 7) {
        SlownessModel above = model, below = model;
        Eigen::VectorXd moved = m;
        moved[row.columns[e]] += change;
        fill_slowness(coarse, moved, above);
        moved[row.columns[e]] -= 2.0 * change;
        fill_slowness(coarse, moved, below);
        const double slope = (time_along(above, ray) - time_along(below, ray)) / (2.0 * change);
        CHECK(double{row.values[e]} == Approx(slope).epsilon(0.1).margin(2e-5));
    }
    const double sum = std::accumulate(row.values.begin(), row.values.end(), 0.0);
    CHECK(sum == Approx(time_along(model, ray)));
}

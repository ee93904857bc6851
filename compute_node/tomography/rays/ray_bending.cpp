#include "compute_node/tomography/rays/ray_tracer.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace farfield::tomography {

namespace {

constexpr int most_sweeps = 40;      // sweeps over all points, for each number of points
constexpr double enhancement = 1.2;  // Um and Thurber's F
constexpr double least_gain = 1e-5;  // part of the time

double velocity_at(const SlownessModel& model, glm::dvec3 at)
{
    const double slowness = model.at(glm::clamp(at, model.lattice.origin, model.lattice.upper()));
    return slowness > 0.0 ? 1.0 / slowness : 0.0;
}

/// Central difference over one spacing to each side, 1/s.
glm::dvec3 velocity_gradient(const SlownessModel& model, glm::dvec3 at)
{
    const double h = model.lattice.spacing;
    glm::dvec3 gradient{0.0};
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 step{0.0};
        step[axis] = h;
        gradient[axis] = (velocity_at(model, at + step) - velocity_at(model, at - step)) / (2.0 * h);
    }
    return gradient;
}

/// The place of a point between two others for which the time over both pieces is least (Um and Thurber's
/// equation 3). Where no velocity is known, as in voids, the point stays.
glm::dvec3 moved(const SlownessModel& model, glm::dvec3 before, glm::dvec3 at, glm::dvec3 after)
{
    const glm::dvec3 way = after - before, middle = 0.5 * (before + after);
    const double square = glm::dot(way, way), velocity = velocity_at(model, middle);
    const double first = velocity_at(model, before), last = velocity_at(model, after);
    if (square == 0.0 || velocity <= 0.0 || first <= 0.0 || last <= 0.0) return at;
    const glm::dvec3 gradient = velocity_gradient(model, middle);
    const glm::dvec3 across = gradient - glm::dot(gradient, way) / square * way;
    const double steepness = glm::length(across);
    if (steepness * std::sqrt(square) < 1e-9 * velocity) return at + enhancement * (middle - at);
    const double c = 0.5 * (1.0 / last + 1.0 / first);
    const double a = (c * velocity + 1.0) / (4.0 * c * steepness);
    const double rise = -a + std::sqrt(a * a + square / (8.0 * c * velocity));
    const glm::dvec3 best = middle + rise / steepness * across;
    return at + enhancement * (best - at);
}

void relax(const SlownessModel& model, Ray& ray)
{
    double before = time_along(model, ray);
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        const Ray old = ray;
        for (std::size_t n = 1; n + 1 < ray.points.size(); ++n)
            ray.points[n] = glm::clamp(moved(model, ray.points[n - 1], ray.points[n], ray.points[n + 1]),
                                       model.lattice.origin, model.lattice.upper());
        const double time = time_along(model, ray);
        if (!(time < before)) {
            ray = old;
            return;
        }
        if (before - time < least_gain * before) return;
        before = time;
    }
}

void halve_pieces(Ray& ray)
{
    std::vector<glm::dvec3> points{ray.points.front()};
    for (std::size_t n = 1; n < ray.points.size(); ++n) {
        points.push_back(0.5 * (ray.points[n - 1] + ray.points[n]));
        points.push_back(ray.points[n]);
    }
    ray.points = std::move(points);
}

}  // namespace

Ray bend_ray(const SlownessModel& model, glm::dvec3 source, glm::dvec3 receiver)
{
    Ray ray{RayKind::Bending, {receiver, 0.5 * (receiver + source), source}};
    const double shortest = model.lattice.spacing;
    relax(model, ray);
    while (length_of(ray) / static_cast<double>(ray.points.size() - 1) > shortest) {
        halve_pieces(ray);
        relax(model, ray);
    }
    return ray;
}

}  // namespace farfield::tomography

#include "compute_node/tomography/rays/ray_tracer.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <cstddef>

namespace farfield::tomography {

namespace {

constexpr double ball_nodes = 1.5;  // radius from which the ray runs straight to its source
constexpr double step_nodes = 0.5;

/// Direction towards earlier times, of length 1; 0 where there is none.
glm::dvec3 downwards(const TimeField& field, glm::dvec3 at)
{
    const glm::dvec3 gradient = field.gradient_at(at);
    const double length = glm::length(gradient);
    return length > 0.0 ? gradient / -length : glm::dvec3{0.0};
}

glm::dvec3 inside(const Lattice& lattice, glm::dvec3 at)
{
    return glm::clamp(at, lattice.origin, lattice.upper());
}

/// Descends; true when the ray came into the source's ball.
bool descend(const SlownessModel& model, const TimeField& field, Ray& ray)
{
    const Lattice& lattice = model.lattice;
    const double step = step_nodes * lattice.spacing;
    // Twice around the box: a longer way is none of a first arrival.
    const auto most = static_cast<std::size_t>(4.0 * glm::distance(lattice.origin, lattice.upper()) / step);
    for (std::size_t n = 0; n < most; ++n) {
        const glm::dvec3 at = ray.points.back();
        if (glm::distance(at, field.source) <= ball_nodes * lattice.spacing) return true;
        const glm::dvec3 middle = inside(lattice, at + 0.5 * step * downwards(field, at));
        const glm::dvec3 next = inside(lattice, at + step * downwards(field, middle));
        if (!(glm::distance(at, next) >= 0.05 * step)) return false;  // also for NaN
        ray.points.push_back(next);
    }
    return false;
}

}  // namespace

Ray trace_ray(const SlownessModel& model, const TimeField& field, glm::dvec3 receiver)
{
    constexpr double most_over = 1.1;
    const double time = field.time_at(receiver);
    if (!(time < 0.5e9)) return {};
    Ray ray{RayKind::Descent, {receiver}};
    if (descend(model, field, ray)) {
        ray.points.push_back(field.source);
        if (time_along(model, ray) <= most_over * time) return ray;
    }
    const Ray bent = bend_ray(model, field.source, receiver);
    return time_along(model, bent) <= most_over * time ? bent : Ray{};
}

Ray straight_ray(const SlownessModel& model, glm::dvec3 source, glm::dvec3 receiver)
{
    Ray ray{RayKind::Straight, {}};
    const double length = glm::distance(source, receiver);
    const int pieces = 1 + static_cast<int>(length / (step_nodes * model.lattice.spacing));
    for (int n = 0; n <= pieces; ++n)
        ray.points.push_back(glm::mix(receiver, source, static_cast<double>(n) / pieces));
    return ray;
}

double time_along(const SlownessModel& model, const Ray& ray)
{
    double sum = 0.0;
    for (std::size_t n = 1; n < ray.points.size(); ++n)
        sum += straight_time(model, ray.points[n - 1], ray.points[n]);
    return sum;
}

double length_of(const Ray& ray)
{
    double sum = 0.0;
    for (std::size_t n = 1; n < ray.points.size(); ++n)
        sum += glm::distance(ray.points[n - 1], ray.points[n]);
    return sum;
}

}  // namespace farfield::tomography

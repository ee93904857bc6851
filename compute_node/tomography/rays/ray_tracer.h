#pragma once

#include "compute_node/tomography/eikonal/time_field.h"
#include "compute_node/tomography/lattices/slowness_model.h"
#include "compute_node/tomography/rays/ray.h"

#include <glm/vec3.hpp>

namespace farfield::tomography {

/// Traces the ray of a first arrival from the receiver down the gradient of the times: midpoint steps (second
/// order) of half the spacing into the source's ball of two nodes, straight from there. Where a step does not
/// advance or the way is too long, the ray is bent from the straight one (bend_ray()); where its time exceeds
/// the field's time by more than a tenth, the ray is lost.
/// receiver: in the box.
[[nodiscard]] Ray trace_ray(const SlownessModel& model, const TimeField& field, glm::dvec3 receiver);

/// The straight ray, in pieces of at most half the spacing.
[[nodiscard]] Ray straight_ray(const SlownessModel& model, glm::dvec3 source, glm::dvec3 receiver);

/// Bends the straight ray to one of least time by moving points along the gradient of velocity, with twice as
/// many points in each of some rounds (pseudo-bending: Um, Thurber, Bull. Seism. Soc. Am. 77 (1987)).
[[nodiscard]] Ray bend_ray(const SlownessModel& model, glm::dvec3 source, glm::dvec3 receiver);

/// Integral of slowness along a ray, s: the midpoint rule on pieces of at most a quarter of the spacing.
[[nodiscard]] double time_along(const SlownessModel& model, const Ray& ray);

/// Length of a ray, metres.
[[nodiscard]] double length_of(const Ray& ray);

}  // namespace farfield::tomography

#pragma once

#include "compute_node/fields/field.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

/// Seeds that depend on their field. Places are in the dataset's coordinates; more than max_seeds_per_rake
/// are refused with a std::runtime_error of that name before memory is taken.
namespace farfield::compute {

/// A lattice on the slice of the domain where axis (0, 1, 2 for x, y, z) is at `position`: over the bounds of
/// the other two axes, edges included, a count of 1 in the middle. u is the first of the two, and runs
/// fastest. Invalid places are left out. Throws std::invalid_argument for another axis.
[[nodiscard]] std::vector<glm::dvec3> seeds_on_slice(const Field& field, int axis, double position,
                                                     std::uint32_t count_u, std::uint32_t count_v);

/// Places where the field's scalar equals `value`: `count` of them, or all that are found when they are
/// fewer. The search goes along the edges of the cells of a uniform or rectilinear grid, or else of a lattice
/// over the bounds that is finer the more places are wanted; linear interpolation along an edge, so that the
/// error is of second order in the edge's length. Every n-th is taken, in the order in which they are found
/// (x fastest, then y, then z), so that they are spread over the surface and the same every time. A node that
/// has the value exactly may be found along several edges.
[[nodiscard]] std::vector<glm::dvec3> seeds_on_isovalue(const Field& field, double value,
                                                        std::uint32_t count);

}  // namespace farfield::compute

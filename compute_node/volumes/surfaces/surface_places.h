#pragma once

#include "compute_node/volumes/scalar_field.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <vector>

namespace farfield::compute {

/// Vertices of an isosurface, relative to the field's origin: every n-th in the order in which the surface is
/// cut, `count` of them, or all where there are fewer. So they are spread over the surface, and the same
/// every time. Memory: a part of the surface, 16 MiB or a slab.
[[nodiscard]] std::vector<glm::vec3> places_on_surface(const ScalarField& field, float value,
                                                       std::size_t count);

}  // namespace farfield::compute

#pragma once

#include "compute_node/fields/field.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <vector>

namespace farfield::compute {

/// Seeds of lines that show a field as a whole, at most `count`, in the dataset's coordinates. Of 4,096
/// places that fill the bounds evenly (J. H. Halton, Numerische Mathematik 2, 1960, bases 2, 3 and 5) those
/// in the domain count by their speed: the faster the flow, the closer the seeds. None where nothing moves.
[[nodiscard]] std::vector<glm::dvec3> seeds_throughout(const Field& field, std::size_t count);

}  // namespace farfield::compute

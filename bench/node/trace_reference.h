#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/lines/line_block.h"

#include <glm/vec3.hpp>

#include <vector>

namespace farfield::node {

/// End points of RK4 from the seeds in a uniform grid's nodes (binary32), with all else in binary64: the
/// reference for the tracer's own rounding. NaN for a seed with a line that leaves.
[[nodiscard]] std::vector<glm::dvec3> reference_ends(const compute::Field& field,
                                                     const compute::LineSeeds& seeds, double step, int steps);

}  // namespace farfield::node

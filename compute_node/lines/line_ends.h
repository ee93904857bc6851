#pragma once

#include "compute_node/lines/line_kernel.h"

#include <glm/vec3.hpp>

namespace farfield::compute {

/// A line that can go no further, at its last valid position.
struct LineHead {
    glm::vec3 position;
    glm::vec3 velocity;
    float time;  ///< the field's, there
};

/// Why no part of a step leads on: looks along the velocity, from `smallest_part` of the step up to the whole
/// of it. step: as the settings count it; 0: at the position itself, which is a seed's.
[[nodiscard]] Termination what_ends(const LineJob& job, const LineHead& head, float step,
                                    float smallest_part);

/// Where a search for the position's cell begins; a cursor that knows no cell on grids that need none.
[[nodiscard]] CellCursor cell_of(const Field& field, glm::vec3 position);

}  // namespace farfield::compute

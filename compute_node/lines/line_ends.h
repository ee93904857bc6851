#pragma once

#include "compute_node/lines/line_kernel.h"

#include <glm/vec3.hpp>

namespace farfield::compute {

/// A line that can go no further, at its last valid position.
struct LineHead {
    glm::vec3 position;
    glm::vec3 velocity;
    float seed_time;
    float elapsed;  ///< time since
};

/// The field's time at which what_ends() looks: just after the head's.
[[nodiscard]] float time_ahead(const LineJob& job, const LineHead& head, float step, float smallest_part);

/// Why no part of a step leads on: looks along the velocity, from `smallest_part` of the step up to the whole
/// of it. step: as the settings count it; 0: at the position itself, which is a seed's. The slices around
/// time_ahead() must be in memory.
[[nodiscard]] Termination what_ends(const LineJob& job, const LineHead& head, float step,
                                    float smallest_part);

/// Where a search for the position's cell begins; a cursor that knows no cell on grids that need none.
[[nodiscard]] CellCursor cell_of(const Field& field, glm::vec3 position, float time);

}  // namespace farfield::compute

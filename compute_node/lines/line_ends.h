#pragma once

#include "compute_node/lines/line_kernel.h"

#include <glm/vec3.hpp>

#include <optional>

namespace farfield::compute {

/// A line that can go no further, at its last valid position.
struct LineHead {
    glm::vec3 position;
    glm::vec3 velocity;
    float seed_time;
    float elapsed;  ///< time since the seed's
};

/// The field's time at which what_ends() samples: just after the head's.
[[nodiscard]] float time_ahead(const LineJob& job, const LineHead& head, float step, float smallest_part);

/// Progress along a step of the search for what ends the line.
struct Lookout {
    float part = 0.0F;         ///< part of the step from which the search goes on: all before is inside
    glm::vec3 position{0.0F};  ///< position at this part
};

/// The reason why no part of a step leads on: searches along the velocity, from `smallest_part` of the step
/// up to the whole of it. step: as the settings count it; 0: the position itself is sampled, which is a
/// seed's. The slices around time_ahead() must be in memory. Empty where the field has no nodes at the next
/// place: the lookout is there then, and the search goes on from it where the nodes are.
[[nodiscard]] std::optional<Termination> what_ends(const LineJob& job, const LineHead& head, float step,
                                                   float smallest_part, Lookout& lookout);

/// The cell around a position, where a search begins; a cursor that knows no cell on grids that need none.
[[nodiscard]] CellCursor cell_of(const Field& field, glm::vec3 position, float time);

}  // namespace farfield::compute

#pragma once

#include "compute_node/fields/field.h"

namespace farfield::compute {

/// The field at one position and time, as Field::sample() has it at the first time: linear between the slices
/// around the time, and nothing where one of them has invalid data. Steady fields are the same at all times.
/// Where the grid changes, the position is looked for in the grids of both, whatever the cursor was, which
/// has then the cell of the later one.
[[nodiscard]] std::optional<FieldSample> sample_at(const Field& field, glm::vec3 position, float time,
                                                   CellCursor& cursor);

/// 1 over the time in which a velocity crosses the cell in which sample_at() left the cursor, in a field of
/// which the grid changes. velocity: as nodes have it; over the Earth cells within a degree of a pole count
/// as being as wide as they are there.
[[nodiscard]] float crossing_rate_at(const Field& field, float time, const CellCursor& cursor,
                                     glm::vec3 position, glm::vec3 velocity);

}  // namespace farfield::compute

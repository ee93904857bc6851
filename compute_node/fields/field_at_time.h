#pragma once

#include "compute_node/fields/field.h"

namespace farfield::compute {

/// The field at one position and time, linear between the slices around the time; none where one of them has
/// invalid data. Otherwise as Field::sample(). Steady fields are the same at all times. Where the grid
/// changes, the position is looked for in the grids of both slices, whatever the cursor was; the cursor is
/// left with the cell of the later one.
[[nodiscard]] std::optional<FieldSample> sample_at(const Field& field, glm::vec3 position, float time,
                                                   CellCursor& cursor);

/// 1 over the time in which a velocity crosses the cell in which sample_at() left the cursor, in a field with
/// a grid that changes. velocity: as nodes have it; over the Earth, cells within a degree of a pole count as
/// being as wide as a degree from it.
[[nodiscard]] float crossing_rate_at(const Field& field, float time, const CellCursor& cursor,
                                     glm::vec3 position, glm::vec3 velocity);

}  // namespace farfield::compute

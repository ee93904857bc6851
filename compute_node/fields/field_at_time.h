#pragma once

#include "compute_node/fields/field.h"

namespace farfield::compute {

/// The field at one position and time, as Field::sample() has it at the first time: linear between the slices
/// around the time, and nothing where one of them has invalid data. Steady fields are the same at all times.
[[nodiscard]] std::optional<FieldSample> sample_at(const Field& field, glm::vec3 position, float time,
                                                   CellCursor& cursor);

}  // namespace farfield::compute

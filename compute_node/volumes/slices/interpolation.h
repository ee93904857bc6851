#pragma once

#include "compute_node/fields/field.h"

#include <glm/vec3.hpp>

#include <optional>

namespace farfield::compute {

enum class Interpolation {
    Linear,   ///< as sample_at() computes it (field_at_time.h)
    Nearest,  ///< the node that is nearest in the cell's own coordinates, whatever its neighbours: shows
              ///< cells
};

/// The field at one position and time: linear between the time slices. Empty outside the domain and where
/// data are invalid: with Linear in cells with an invalid corner, with Nearest where the node is invalid; on
/// curvilinear grids and meshes in cells with an invalid corner, too.
[[nodiscard]] std::optional<FieldSample> interpolated(const Field& field, glm::vec3 position, float time,
                                                      Interpolation how, CellCursor& cursor);

}  // namespace farfield::compute

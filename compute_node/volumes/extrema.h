#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/grid_data.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>

namespace farfield::compute {

/// A value of a scalar at a node, and the node's place in the dataset's coordinates.
struct FieldExtremum {
    float value = 0.0F;
    glm::dvec3 at{0.0};
};

/// Least and greatest value of a field's scalar over its valid nodes; of equal ones that of the first node,
/// in the order of the data.
struct FieldExtrema {
    std::optional<FieldExtremum> least;  ///< empty where no node is valid
    std::optional<FieldExtremum> greatest;
    std::uint64_t valid = 0;  ///< valid nodes
};

/// The extrema at a time, linear between the slices around it, which are in memory; of a grid that changes,
/// those of the slice nearest in time. nodes: the data that the field (or that slice) was made of, for its
/// dimensions and places; values are not read. The same bits for any number of threads. Throws
/// std::runtime_error once the thread's LongTask is not wanted any more.
[[nodiscard]] FieldExtrema extrema_of(const Field& field, const GridData& nodes, float time);

/// The extrema of an exact function at 64^3 places, evenly spaced over its bounds, ends included, x fastest.
[[nodiscard]] FieldExtrema extrema_of_function(const Field& field);

}  // namespace farfield::compute

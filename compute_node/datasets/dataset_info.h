#pragma once

#include "compute_node/datasets/dataset.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Throws std::runtime_error unless coordinates fit the dimensions, are finite and in order.
void check_geometry(const std::string& name, const GridData& data);

/// The same, and that arrays fit the dimensions.
void check_grid(const std::string& name, const GridData& data);

/// Throws std::runtime_error naming the scalars there are when no vector was chosen, for there is none.
void check_velocity(const std::string& name, const GridData& data);

/// Throws std::runtime_error unless a built-in's only vector is asked for, or none.
void check_velocity_named(const DatasetInfo& built_in, const std::string& asked);

/// Dimensions, bounds, ranges and counts of a grid that check_grid() passed.
[[nodiscard]] DatasetInfo describe(const std::string& name, const GridData& data);

/// source: the dataset or file that has no such scalar. It has these arrays, the speed, and those derived
/// from its velocity.
[[nodiscard]] UnknownScalar unknown_scalar(const std::string& source, const std::string& scalar,
                                           std::vector<std::string> arrays,
                                           const std::vector<ArrayInfo>& derived);

}  // namespace farfield::compute

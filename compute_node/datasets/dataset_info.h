#pragma once

#include "compute_node/datasets/dataset.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Throws std::runtime_error unless coordinates fit the dimensions, are finite and in order.
void check_geometry(const std::string& name, const GridData& data);

/// Checks as check_geometry() does, and that arrays fit the dimensions.
void check_grid(const std::string& name, const GridData& data);

/// Throws std::runtime_error unless a built-in's only vector is asked for, or none.
void check_velocity_named(const DatasetInfo& built_in, const std::string& asked);

/// Dimensions, bounds, ranges and counts of a grid that check_grid() passed.
[[nodiscard]] DatasetInfo describe(const std::string& name, const GridData& data);

/// Throws std::runtime_error when there is neither a vector nor a scalar with a valid node.
void check_scalars(const DatasetInfo& info);

/// True when a scalar can be chosen by this name.
[[nodiscard]] bool has_scalar(const DatasetInfo& info, const std::string& scalar);

/// The error for a scalar that is missing; lists those of `info`. source: the dataset or file that lacks it.
[[nodiscard]] UnknownScalar unknown_scalar(const std::string& source, const std::string& scalar,
                                           const DatasetInfo& info);

/// The reason why nothing can be traced in a dataset: "'ct.vti' has no velocity; it has the scalars 'vp',
/// 'vs': start isosurface or slice". Empty where it has a velocity.
[[nodiscard]] std::string why_not_traceable(const DatasetInfo& info);

}  // namespace farfield::compute

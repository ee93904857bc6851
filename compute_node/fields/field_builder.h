#pragma once

#include "compute_node/fields/dataset.h"

#include <memory>

namespace farfield::compute {

/// Where the data's nodes lie, ready to be searched.
[[nodiscard]] std::shared_ptr<const Grid> build_grid(const GridData& data);

/// Interleaves a vector and a scalar array into nodes of the grid. choice: both names filled in.
[[nodiscard]] std::shared_ptr<const Field> build_field(const DatasetInfo& info, const GridData& data,
                                                       std::shared_ptr<const Grid> grid,
                                                       const FieldChoice& choice);

/// A field that evaluates a formula at each sample.
[[nodiscard]] std::shared_ptr<const Field> build_field(const DatasetInfo& info, AnalyticFlow flow);

}  // namespace farfield::compute

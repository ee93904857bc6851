#pragma once

#include "compute_node/fields/dataset.h"

#include <memory>

namespace farfield::compute {

/// Interleaves a vector and a scalar array into nodes. choice: both names filled in.
[[nodiscard]] std::shared_ptr<const Field> build_field(const DatasetInfo& info, const GridData& data,
                                                       const FieldChoice& choice);

/// A field that evaluates a formula at each sample.
[[nodiscard]] std::shared_ptr<const Field> build_field(const DatasetInfo& info, AnalyticFlow flow);

}  // namespace farfield::compute

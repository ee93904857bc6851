#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "model/data/dataset_info.h"

#include <cstddef>

namespace farfield::node {

/// Points above which an outline is thinned: the answer that carries it must stay a small message.
inline constexpr std::size_t max_outline_points = 8192;

/// The answer of dataset.open, without suggested surfaces (surface_suggestions.h).
[[nodiscard]] model::DatasetInfo describe(const compute::OpenDataset& dataset);

}  // namespace farfield::node

#pragma once

#include "compute_node/node/data/scalar_fields.h"
#include "model/data/dataset_info.h"

#include <cstdint>

namespace farfield::node {

/// Nodes of the largest dataset in which surfaces are searched when it is opened: more take seconds.
inline constexpr std::uint64_t most_nodes_to_suggest_for = 1U << 25U;

/// Adds the isovalue and the boundary of a dataset's first time slice that are worth a look. Adds nothing
/// where no surface can be made, there are too many nodes, or no room for their scalar.
void suggest_surfaces(const compute::OpenDataset& dataset, ScalarFields& scalars,
                      model::DatasetSuggestions& suggested);

}  // namespace farfield::node

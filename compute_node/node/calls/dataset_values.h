#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "model/calls/datasets.h"

namespace farfield::node {

/// The answer of dataset.histogram. Throws net::RpcError where a scalar is unknown, or the dataset is held in
/// blocks.
[[nodiscard]] model::DatasetHistogram histogram_of(const compute::OpenDataset& dataset,
                                                   const model::DatasetHistogramCall& call);

/// The answer of dataset.sample: the values of a slice at these places, with linear interpolation. Throws
/// net::RpcError where a scalar is unknown.
[[nodiscard]] model::DatasetSamples samples_of(const compute::OpenDataset& dataset,
                                               const model::DatasetSampleCall& call);

}  // namespace farfield::node

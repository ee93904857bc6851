#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "model/calls/dataset_extrema.h"

#include <stop_token>

namespace farfield::node {

/// The answer of dataset.extrema. cancel: stopped when nothing waits for the answer; then throws
/// std::runtime_error. Throws net::RpcError where a scalar is unknown, or the dataset is held in blocks.
[[nodiscard]] model::DatasetExtrema extrema_of(const compute::OpenDataset& dataset,
                                               const model::DatasetExtremaCall& call,
                                               const std::stop_token& cancel = {});

}  // namespace farfield::node

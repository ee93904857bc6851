#pragma once

#include "compute_node/datasets/dataset.h"

#include <nlohmann/json.hpp>

#include <string>

namespace farfield::node {

/// The description of a dataset, for a terminal and as JSON.
[[nodiscard]] std::string info_text(const compute::Dataset& dataset);
[[nodiscard]] nlohmann::json info_json(const compute::Dataset& dataset);

}  // namespace farfield::node

#pragma once

#include "compute_node/datasets/dataset.h"

#include <nlohmann/json.hpp>

#include <string>

namespace farfield::compute {

/// What was understood of a dataset, for a terminal and as JSON.
[[nodiscard]] std::string info_text(const Dataset& dataset);
[[nodiscard]] nlohmann::json info_json(const Dataset& dataset);

}  // namespace farfield::compute

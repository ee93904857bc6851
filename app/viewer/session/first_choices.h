#pragma once

#include <string>
#include <vector>

#include "model/data/dataset_info.h"

namespace farfield::app {

/// Datasets to try to show first, in this order. open: the one shown before, if any; preferred: the requested
/// one, may be empty; either of them is then the only choice. Else the most likely ones: a recording, a few
/// files, a built-in field.
[[nodiscard]] std::vector<std::string> first_choices(const std::vector<model::DatasetEntry>& datasets,
                                                     const std::string& open, const std::string& preferred);

}  // namespace farfield::app

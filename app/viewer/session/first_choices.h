#pragma once

#include <string>
#include <vector>

#include "model/data/dataset_info.h"

namespace farfield::app {

/// The datasets to try to show first, in this order. open: the one shown before, if any; preferred: asked
/// for, may be empty; either is then the only one. Else what the user most likely brought: a recording, a few
/// files, a built-in field.
[[nodiscard]] std::vector<std::string> first_choices(const std::vector<model::DatasetEntry>& datasets,
                                                     const std::string& open, const std::string& preferred);

}  // namespace farfield::app

#pragma once

#include "compute_node/datasets/dataset.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace farfield::node {

/// A dataset, and when its time steps are, s; NaN where that is not known.
struct DatasetReport {
    compute::Dataset dataset;
    std::vector<double> times = {};
    /// Of each step, in seconds since 1970-01-01 of the dataset's calendar, which has days that the Earth's
    /// years have not, or of UTC; NaN where that is not known. Empty where none is.
    std::vector<double> dates = {};
    bool lists_times = false;         ///< a line for each time step, in a terminal
    bool has_derived_ranges = false;  ///< a field of all nodes is made for each derived scalar
};

/// The description of a dataset, for a terminal and as JSON.
[[nodiscard]] std::string info_text(const DatasetReport& report);
[[nodiscard]] nlohmann::json info_json(const DatasetReport& report);

}  // namespace farfield::node

#pragma once

#include "compute_node/datasets/dataset.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace farfield::node {

/// A dataset, and the times of its steps, s; NaN for times that are not known.
struct DatasetReport {
    compute::Dataset dataset;
    std::vector<double> times = {};
    std::optional<double> begin = std::nullopt;  ///< the time that counts as 0; none: the first
    /// Dates of the steps: seconds since 1970-01-01 of the dataset's calendar, or of UTC without one; NaN
    /// where not known. Empty where no step has a date.
    std::vector<double> dates = {};
    bool lists_times = false;         ///< prints a line for each time step, in a terminal
    bool has_derived_ranges = false;  ///< makes a field of all nodes for each derived scalar
};

/// The description of a dataset, for a terminal and as JSON.
[[nodiscard]] std::string info_text(const DatasetReport& report);
[[nodiscard]] nlohmann::json info_json(const DatasetReport& report);

}  // namespace farfield::node

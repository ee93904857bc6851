#pragma once

#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field_reader.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace farfield::node {

/// A dataset that a command reads, with its time slices, as a user names it.
struct SeriesOption {
    std::vector<std::string> names;   ///< a file, GRID and SOLUTION, or NetCDF files in time order
    std::string velocity;             ///< empty: as the reader chooses
    std::vector<std::string> blocks;  ///< names of blocks to read; none: all
};

/// Adds DATASET..., --velocity and --blocks.
void add_series(CLI::App& command, SeriesOption& option);

/// Opens the dataset for a command that will write `out`. Throws std::runtime_error where the names are not
/// one dataset, it cannot be read, or `out` is one of its files.
[[nodiscard]] compute::TimeSeries open_series(const SeriesOption& option, const std::string& out,
                                              const std::shared_ptr<compute::FieldReader>& reader);

/// Says on standard error where a time that was asked for is outside those of the dataset: the nearest slice
/// stands for it.
void note_time_outside(const compute::TimeSeries& series, std::optional<double> time);

/// Prints a remark on slices that were left out on standard error; prints nothing where it is empty.
void note_left_out(const std::string& remark);

}  // namespace farfield::node

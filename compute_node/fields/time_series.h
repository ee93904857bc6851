#pragma once

#include "compute_node/fields/dataset.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace farfield::compute {

/// One time step of a dataset, to be read when it is wanted.
struct TimeSlice {
    double seconds = 0.0;  ///< on a clock that all slices share
    std::string source;    ///< file and step, for errors
    std::function<GridData()> read;
};

/// A dataset that changes: its grid and arrays at consecutive times.
class TimeSeries {
public:
    /// Throws std::runtime_error when there is no slice, or their times do not ascend.
    TimeSeries(const std::string& name, std::vector<TimeSlice> slices);

    /// As of the first slice.
    [[nodiscard]] const DatasetInfo& info() const { return first_.info(); }
    /// Seconds since the first slice: the clock of field().
    [[nodiscard]] std::vector<double> times() const;

    /// All slices in memory, linear in time in between; of one slice, a field that holds at all times. Throws
    /// std::runtime_error when a slice has another grid than the first, lacks the array, or max_bytes are not
    /// enough.
    [[nodiscard]] std::shared_ptr<const Field> field(const FieldChoice& choice,
                                                     std::uint64_t max_bytes) const;

private:
    std::vector<TimeSlice> slices_;
    Dataset first_;
};

/// Files in time order, each of any format that is read (FILE+FILE where two go together), with one time step
/// or several. Throws std::runtime_error as open_dataset() does.
[[nodiscard]] TimeSeries open_series(const std::vector<std::string>& names, const DatasetLimits& limits = {});

}  // namespace farfield::compute

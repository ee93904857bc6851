#pragma once

#include "compute_node/datasets/time_series.h"
#include "compute_node/writers/slice_writer.h"
#include "model/programs/slice.h"

#include <stop_token>

namespace farfield::node {

/// Cuts the first plane of the parameters, as the program `slice` makes it. threads: 0 takes as many as there
/// are cores. Throws std::runtime_error where the slice cannot be made, or once `cancel` is asked to stop.
[[nodiscard]] compute::SliceValues cut_slice(compute::TimeSeries series, const model::SliceParams& params,
                                             int threads, const std::stop_token& cancel);

}  // namespace farfield::node

#pragma once

#include "compute_node/bench/figure.h"

namespace farfield::compute {

/// encode.big and encode.native: million particle-steps a second of the same kernel with either byte order,
/// one step a frame; encode.big_over_native: time over time, run by run.
[[nodiscard]] Suite bench_encode();

/// trace.cell.128.97336.threadsN: million particle-steps a second, ten steps a frame, for one thread and for
/// all.
[[nodiscard]] Suite bench_trace();

}  // namespace farfield::compute

#pragma once

#include "compute_node/fields/node_slices.h"
#include "compute_node/particles/particle_state.h"

#include <cstddef>
#include <span>
#include <vector>

namespace farfield::compute {

/// Steps in a row that are taken with the same time slices in memory.
struct SliceRun {
    std::size_t steps = 0;
    std::vector<std::size_t> slices;  ///< those that the steps need, then those that come next
    std::size_t needed = 0;
};

/// How a program goes through the time of its field.
struct TimeCourse {
    bool backward = false;
    bool loops = false;  ///< from the last interval on to the first, or back
};

/// Slices that one step of particles may need: its middle and its end may lie in two intervals, far apart
/// where time begins anew.
inline constexpr std::size_t slices_of_step = 4;

/// The first of these steps, as many as need no more than `extent` slices together, but at least one; and the
/// slices after them, up to `room`. room: at least slices_of_step. The run's memory is used again.
void plan_run(const NodeSlices& slices, std::span<const StepTimes> steps, TimeCourse course,
              std::size_t extent, std::size_t room, SliceRun& run);

}  // namespace farfield::compute

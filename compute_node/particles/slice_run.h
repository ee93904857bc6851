#pragma once

#include "compute_node/fields/node_slices.h"
#include "compute_node/particles/particle_state.h"

#include <cstddef>
#include <span>
#include <vector>

namespace farfield::compute {

/// Consecutive steps that are taken with the same time slices in memory.
struct SliceRun {
    std::size_t steps = 0;
    std::vector<std::size_t> slices;  ///< `needed` ones of the steps, then those that come next
    std::size_t needed = 0;
};

/// Course of a program through the time of its field.
struct TimeCourse {
    bool backward = false;
    bool loops = false;  ///< the first interval follows the last; backward, the last the first
};

/// Number of slices that one step of particles may need: its middle and its end may lie in two intervals, far
/// apart where time begins anew.
inline constexpr std::size_t slices_of_step = 4;

/// Plans a run of the first of these steps that need no more than `extent` slices, at least one step, and of
/// the slices after them, up to `room`. room: at least slices_of_step. Uses run's memory again.
void plan_run(const NodeSlices& slices, std::span<const StepTimes> steps, TimeCourse course,
              std::size_t extent, std::size_t room, SliceRun& run);

}  // namespace farfield::compute

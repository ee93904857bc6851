#pragma once

#include "compute_node/tomography/eikonal/time_field.h"
#include "compute_node/tomography/lattices/slowness_model.h"

#include <glm/vec3.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace farfield::tomography {

struct EikonalSettings {
    int order = 2;                                 ///< of the differences: 1 or 2
    int threads = 0;                               ///< 0: as many as OpenMP would take
    std::uint64_t max_bytes = 0;                   ///< that batches may take together; 0: no limit
    const std::atomic<bool>* cancelled = nullptr;  ///< may be null
};

/// The use of one source's times. Called on the thread that solved for it, for several sources at once; the
/// field is valid during the call. Must not throw.
using TakeField = std::function<void(std::size_t source, const TimeField& field)>;

/// Solves for first-arrival times of each source, in batches that free threads take. The bits of a source do
/// not depend on the others, nor on the number of threads.
/// sources: metres, each in the box and not where all nodes around it are blanked. Returns the sources that
/// did not come to rest and were solved by fast marching, ascending. Ends early when cancelled.
/// Throws std::runtime_error naming a source that is outside, or the memory that a batch needs.
std::vector<std::size_t> solve_travel_times(const SlownessModel& model, std::span<const glm::dvec3> sources,
                                            const EikonalSettings& settings, const TakeField& take);

}  // namespace farfield::tomography

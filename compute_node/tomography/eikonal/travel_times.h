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
    int order = 2;                                 ///< order of the differences: 1 or 2
    int threads = 0;                               ///< 0: as many as OpenMP would take
    std::uint64_t max_bytes = 0;                   ///< memory of all batches together; 0: no limit
    const std::atomic<bool>* cancelled = nullptr;  ///< may be null
};

/// Receiver of one source's times. Called on the thread that solved for it, for several sources at once; the
/// field is valid during the call. Must not throw.
using TakeField = std::function<void(std::size_t source, const TimeField& field)>;

/// The work of one solve_travel_times().
struct EikonalWork {
    std::vector<std::size_t>
        marched;  ///< sources that did not come to rest and needed fast marching, ascending
    std::size_t batches = 0;
    double seconds = 0.0;  ///< time of all batches together, with the calls of TakeField
};

/// Solves for first-arrival times of each source, in batches that free threads take. The bits of a source do
/// not depend on the others, nor on the number of threads.
/// sources: metres, each in the box and not where all nodes around it are blanked. Ends early when cancelled,
/// and leaves batches under way unfinished.
/// Throws std::runtime_error naming a source outside the box, or the memory that a batch needs.
EikonalWork solve_travel_times(const SlownessModel& model, std::span<const glm::dvec3> sources,
                               const EikonalSettings& settings, const TakeField& take);

/// Throws std::runtime_error naming the first source that solve_travel_times() would refuse.
void check_sources(const SlownessModel& model, std::span<const glm::dvec3> sources);

/// Begins of the batches of so many sources, and the end of the last, for so many threads and enough
/// memory.
[[nodiscard]] std::vector<std::size_t> batch_begins(std::size_t sources, std::size_t threads);

}  // namespace farfield::tomography

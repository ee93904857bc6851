#pragma once

#include "compute_node/ranks/rank_service.h"
#include "compute_node/ranks/remote_work.h"
#include "compute_node/tomography/arrivals/arrival_helpers.h"

#include <cstdint>
#include <optional>
#include <vector>

/// The messages between ranks that trace the first arrivals of a survey: tasks of rank 0, and results of the
/// others.
namespace farfield::compute {

inline constexpr KindRange arrival_kinds{64, 80};

enum class ArrivalOrderKind : int {
    Job = arrival_kinds.first,  ///< ArrivalJobOrder: places will be asked for
    Trace,                      ///< TraceOrder
    EndJob,                     ///< a job's number: cancels the rest of it
    // Answers.
    Ready,   ///< number of threads that this rank takes by itself
    Traced,  ///< the TracedPlaces, then the job's number
    Failed,  ///< FailedAnswer
};

/// Order to trace a survey in one medium.
struct ArrivalJobOrder {
    std::uint32_t job = 0;
    tomography::SlownessModel model;
    std::vector<glm::dvec3> sources, receivers;
    std::vector<tomography::Datum> data;
    std::optional<tomography::Lattice> rows;  ///< the model lattice of the rows
    int order = 2, threads = 0;               ///< as EikonalSettings has them
    std::uint64_t max_bytes = 0;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, model.lattice, model.slowness, sources, receivers, data, rows, order, threads, max_bytes);
    }
};

using TraceOrder = PartOrder<tomography::PlaceRange>;

}  // namespace farfield::compute

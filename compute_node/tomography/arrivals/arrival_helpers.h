#pragma once

#include "compute_node/support/shared_work.h"
#include "compute_node/tomography/arrivals/place_tracer.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace farfield::tomography {

/// TracedPlaces as bytes that an ArchiveWriter wrote.
struct PackedPlaces {
    std::vector<std::byte> bytes;
};

/// Work of tracing a survey that other processes share.
using ArrivalHelp = SharedWork<PlaceRange, PackedPlaces>;

/// Processes that trace parts of a survey beside this one.
class ArrivalHelpers {
public:
    virtual ~ArrivalHelpers() = default;
    /// Begins a tracing: gives the medium and the survey to all helpers. rows: as for PlaceTracer. settings:
    /// of each helper, which chooses its number of threads where they are 0.
    [[nodiscard]] virtual std::unique_ptr<ArrivalHelp> begin(const SlownessModel& model, const Survey& survey,
                                                             const Lattice* rows,
                                                             const EikonalSettings& settings) = 0;
};

}  // namespace farfield::tomography

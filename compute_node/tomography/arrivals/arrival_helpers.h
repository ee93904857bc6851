#pragma once

#include "compute_node/support/shared_work.h"
#include "compute_node/tomography/arrivals/place_tracer.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace farfield::tomography {

/// TracedPlaces as an ArchiveWriter wrote them.
struct PackedPlaces {
    std::vector<std::byte> bytes;
};

/// One tracing of a survey that others help with.
using ArrivalHelp = SharedWork<PlaceRange, PackedPlaces>;

/// Processes that trace parts of a survey beside this one.
class ArrivalHelpers {
public:
    virtual ~ArrivalHelpers() = default;
    /// Gives the medium and the survey to all. rows: as PlaceTracer has it. settings: of each helper, which
    /// takes by itself how many threads where they are 0.
    [[nodiscard]] virtual std::unique_ptr<ArrivalHelp> begin(const SlownessModel& model, const Survey& survey,
                                                             const Lattice* rows,
                                                             const EikonalSettings& settings) = 0;
};

}  // namespace farfield::tomography

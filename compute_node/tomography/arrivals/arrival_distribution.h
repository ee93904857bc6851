#pragma once

#include "compute_node/tomography/arrivals/first_arrivals.h"

namespace farfield::tomography {

/// Traces all data of a survey into `found`, together with the helpers of the settings where there are any. A
/// process that is free gets the next batches, one for each of its threads. Each datum has its place, so that
/// the bits do not depend on the process that traced it, nor on the time. The medium must outlive the call.
/// Throws as first_arrivals().
void trace_distributed(const SlownessModel& model, const Survey& survey, const ArrivalSettings& settings,
                       FirstArrivals& found);

}  // namespace farfield::tomography

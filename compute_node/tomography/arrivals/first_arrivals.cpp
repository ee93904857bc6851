#include "compute_node/tomography/arrivals/first_arrivals.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/arrivals/arrival_distribution.h"
#include "compute_node/tomography/rays/ray_tracer.h"

#include <limits>

namespace farfield::tomography {

namespace {

void trace_straight(const SlownessModel& model, const Survey& survey, const ArrivalSettings& settings,
                    FirstArrivals& found)
{
    parallel_sum(static_cast<std::int64_t>(survey.data.size()), settings.eikonal.threads,
                 [&](std::int64_t n) -> std::uint64_t {
                     const Datum& datum = survey.data[static_cast<std::size_t>(n)];
                     Arrival& arrival = found.arrivals[static_cast<std::size_t>(n)];
                     arrival.field_time = std::numeric_limits<double>::quiet_NaN();
                     arrival.ray =
                         straight_ray(model, survey.sources[datum.source], survey.receivers[datum.receiver]);
                     finish_arrival(model, settings.model_lattice, arrival);
                     return 0;
                 });
}

}  // namespace

FirstArrivals first_arrivals(const SlownessModel& model, const Survey& survey,
                             const ArrivalSettings& settings)
{
    FirstArrivals found;
    found.arrivals.resize(survey.data.size());
    if (settings.rays == RayMethod::Straight)
        trace_straight(model, survey, settings, found);
    else
        trace_distributed(model, survey, settings, found);
    return found;
}

}  // namespace farfield::tomography

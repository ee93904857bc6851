#include "compute_node/tomography/inversion/first_arrivals.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/rays/ray_tracer.h"

#include <algorithm>
#include <limits>

namespace farfield::tomography {

namespace {

void finish_arrival(const SlownessModel& model, const ArrivalSettings& settings, Arrival& arrival)
{
    arrival.time = time_along(model, arrival.ray);
    if (settings.model_lattice != nullptr && arrival.ray.kind != RayKind::Lost)
        arrival.row = sensitivity_of(model, *settings.model_lattice, arrival.ray);
}

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
                     finish_arrival(model, settings, arrival);
                     return 0;
                 });
}

/// Data by the place that is solved for.
std::vector<std::vector<std::size_t>> data_of_places(const Survey& survey, bool from_sources)
{
    std::vector<std::vector<std::size_t>> data(from_sources ? survey.sources.size()
                                                            : survey.receivers.size());
    for (std::size_t n = 0; n < survey.data.size(); ++n)
        data[from_sources ? survey.data[n].source : survey.data[n].receiver].push_back(n);
    return data;
}

}  // namespace

FirstArrivals first_arrivals(const SlownessModel& model, const Survey& survey,
                             const ArrivalSettings& settings)
{
    FirstArrivals found;
    found.arrivals.resize(survey.data.size());
    if (settings.rays == RayMethod::Straight) {
        trace_straight(model, survey, settings, found);
        return found;
    }
    const bool from_sources = survey.sources.size() <= survey.receivers.size();
    const auto data = data_of_places(survey, from_sources);
    const auto take = [&](std::size_t place, const TimeField& field) {
        for (const std::size_t n : data[place]) {
            const Datum& datum = survey.data[n];
            Arrival& arrival = found.arrivals[n];
            const glm::dvec3 end =
                from_sources ? survey.receivers[datum.receiver] : survey.sources[datum.source];
            arrival.field_time = field.time_at(end);
            arrival.ray = trace_ray(model, field, end);
            if (!from_sources) std::ranges::reverse(arrival.ray.points);
            finish_arrival(model, settings, arrival);
        }
    };
    found.marched =
        solve_travel_times(model, from_sources ? survey.sources : survey.receivers, settings.eikonal, take);
    return found;
}

}  // namespace farfield::tomography

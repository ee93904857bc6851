#include "compute_node/tomography/arrivals/place_tracer.h"

#include "compute_node/support/elapsed_time.h"
#include "compute_node/support/parallel.h"
#include "compute_node/tomography/eikonal/batch_order.h"
#include "compute_node/tomography/rays/ray_tracer.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace farfield::tomography {

void finish_arrival(const SlownessModel& model, const Lattice* rows, Arrival& arrival)
{
    arrival.time = time_along(model, arrival.ray);
    if (rows != nullptr && arrival.ray.kind != RayKind::Lost)
        arrival.row = sensitivity_of(model, *rows, arrival.ray);
}

PlaceTracer::PlaceTracer(const SlownessModel& model, const Survey& survey, const Lattice* rows)
    : model_{model},
      survey_{survey},
      rows_{rows},
      from_sources_{survey.sources.size() <= survey.receivers.size()},
      data_(positions().size()),
      order_{batch_order(model.lattice, positions())}
{
    check_sources(model, positions());
    for (std::size_t n = 0; n < survey.data.size(); ++n)
        data_[from_sources_ ? survey.data[n].source : survey.data[n].receiver].push_back(n);
}

std::vector<std::size_t> PlaceTracer::data_of(PlaceRange places) const
{
    std::vector<std::size_t> data;
    for (std::size_t n = places.first; n < places.end; ++n)
        data.insert(data.end(), data_[order_[n]].begin(), data_[order_[n]].end());
    return data;
}

Arrival PlaceTracer::arrival_of(std::size_t datum, const TimeField& field) const
{
    const Datum& pair = survey_.data[datum];
    const glm::dvec3 end = from_sources_ ? survey_.receivers[pair.receiver] : survey_.sources[pair.source];
    Arrival arrival;
    arrival.field_time = field.time_at(end);
    arrival.ray = trace_ray(model_, field, end);
    if (!from_sources_) std::ranges::reverse(arrival.ray.points);
    finish_arrival(model_, rows_, arrival);
    return arrival;
}

TracedPlaces PlaceTracer::trace(PlaceRange places, const EikonalSettings& settings) const
{
    const auto begun = std::chrono::steady_clock::now();
    TracedPlaces traced{places, {}, {}, 0, 0.0, 0.0};
    std::vector<glm::dvec3> positions_here;
    std::vector<std::size_t> begins;
    std::size_t arrivals = 0;
    for (std::size_t n = places.first; n < places.end; ++n) {
        positions_here.push_back(positions()[order_[n]]);
        begins.push_back(arrivals);
        arrivals += data_[order_[n]].size();
    }
    traced.arrivals.resize(arrivals);
    const auto take = [&](std::size_t place, const TimeField& field) {
        auto next = traced.arrivals.begin() + static_cast<std::ptrdiff_t>(begins[place]);
        for (const std::size_t datum : data_[order_[places.first + place]]) {
            if (is_set(settings.cancelled)) return;
            *next++ = arrival_of(datum, field);
        }
    };
    const EikonalWork work = solve_travel_times(model_, positions_here, settings, take);
    for (const std::size_t place : work.marched) traced.marched.push_back(order_[places.first + place]);
    traced.tasks = work.batches;
    traced.task_seconds = work.seconds;
    traced.elapsed_seconds = 1e-9 * static_cast<double>(nanoseconds_since(begun));
    return traced;
}

}  // namespace farfield::tomography

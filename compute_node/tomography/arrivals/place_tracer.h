#pragma once

#include "compute_node/tomography/eikonal/travel_times.h"
#include "compute_node/tomography/rays/ray.h"
#include "compute_node/tomography/rays/sensitivity.h"
#include "compute_node/tomography/surveys/survey.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::tomography {

/// The result of one datum.
struct Arrival {
    double time = 0.0;        ///< integral of slowness along the ray, s
    double field_time = 0.0;  ///< time of the eikonal solution, s; NaN for straight rays
    Ray ray;
    SensitivityRow row;

    template <class Parts>
    void parts(Parts& with)
    {
        with(time, field_time, ray.kind, ray.points, row.columns, row.values);
    }
};

/// Integrates slowness along an arrival's ray. rows: lattice of its row; null: none.
void finish_arrival(const SlownessModel& model, const Lattice* rows, Arrival& arrival);

/// Some of a tracer's places, by their numbers in its order.
struct PlaceRange {
    std::size_t first = 0, end = 0;
};

/// The arrivals of some places.
struct TracedPlaces {
    PlaceRange places;
    std::vector<Arrival> arrivals;     ///< arrivals of each place in order, its data in order
    std::vector<std::size_t> marched;  ///< places that needed fast marching, as numbers in the survey
    std::size_t tasks = 0;             ///< batches, each on one thread
    double task_seconds = 0.0;         ///< of all batches together
    double elapsed_seconds = 0.0;

    template <class Parts>
    void parts(Parts& with)
    {
        with(places, arrivals, marched, tasks, task_seconds, elapsed_seconds);
    }
};

/// Solves for the fewer of a survey's sources and receivers (reciprocity), and traces a ray for each datum:
/// a survey in parts, which different processes may trace.
/// Ownership: borrows its arguments. Threads: several may trace at once.
class PlaceTracer {
public:
    /// rows: the model lattice of the rows; null: no rows. Throws as check_sources().
    PlaceTracer(const SlownessModel& model, const Survey& survey, const Lattice* rows);

    /// Solved places of the survey, in the order of batches: neighbours follow one another.
    [[nodiscard]] std::size_t places() const { return order_.size(); }
    /// Traces places. A place's arrivals have the same bits in any part. Unfinished when cancelled. Throws as
    /// solve_travel_times().
    [[nodiscard]] TracedPlaces trace(PlaceRange places, const EikonalSettings& settings) const;
    /// The data of places, in the order of TracedPlaces::arrivals.
    [[nodiscard]] std::vector<std::size_t> data_of(PlaceRange places) const;

private:
    [[nodiscard]] const std::vector<glm::dvec3>& positions() const
    {
        return from_sources_ ? survey_.sources : survey_.receivers;
    }
    [[nodiscard]] Arrival arrival_of(std::size_t datum, const TimeField& field) const;

    const SlownessModel& model_;
    const Survey& survey_;
    const Lattice* rows_;
    bool from_sources_;
    std::vector<std::vector<std::size_t>> data_;  ///< [places of the survey]
    std::vector<std::size_t> order_;              ///< [places]
};

}  // namespace farfield::tomography

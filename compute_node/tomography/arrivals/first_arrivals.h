#pragma once

#include "compute_node/tomography/arrivals/place_tracer.h"
#include "compute_node/tomography/arrivals/task_figures.h"
#include "model/calls/tomography_params.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::tomography {

class ArrivalHelpers;

using RayMethod = model::TomographyRays;

/// Predicted first arrivals of all data of a survey.
struct FirstArrivals {
    std::vector<Arrival> arrivals;     ///< [data]
    std::vector<std::size_t> marched;  ///< solved places that needed fast marching, ascending
    TaskFigures tasks = {};            ///< empty for straight rays
};

struct ArrivalSettings {
    RayMethod rays = {};
    const Lattice* model_lattice = nullptr;  ///< lattice of the rows; null: no rows
    EikonalSettings eikonal;
    ArrivalHelpers* helpers = nullptr;  ///< processes that trace beside this one; may be null
};

/// Solves for the fewer of sources and receivers (reciprocity) and traces a ray for each datum. The same bits
/// for any number of threads and helpers. Straight rays are traced by this process alone. Throws as
/// solve_travel_times(), and std::runtime_error when a helper is gone or has failed.
[[nodiscard]] FirstArrivals first_arrivals(const SlownessModel& model, const Survey& survey,
                                           const ArrivalSettings& settings);

}  // namespace farfield::tomography

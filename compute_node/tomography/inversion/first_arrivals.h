#pragma once

#include "compute_node/tomography/eikonal/travel_times.h"
#include "compute_node/tomography/rays/ray.h"
#include "compute_node/tomography/rays/sensitivity.h"
#include "compute_node/tomography/surveys/survey.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::tomography {

enum class RayMethod : std::uint8_t { Curved, Straight };

/// The result of one datum.
struct Arrival {
    double time = 0.0;        ///< integral of slowness along the ray, s
    double field_time = 0.0;  ///< of the eikonal solution, s; NaN of straight rays
    Ray ray;
    SensitivityRow row;
};

/// Predicted first arrivals of all data of a survey.
struct FirstArrivals {
    std::vector<Arrival> arrivals;     ///< [data]
    std::vector<std::size_t> marched;  ///< solved places that took fast marching
};

struct ArrivalSettings {
    RayMethod rays = RayMethod::Curved;
    const Lattice* model_lattice = nullptr;  ///< of the rows; null: no rows
    EikonalSettings eikonal;
};

/// Solves for the fewer of sources and receivers (reciprocity) and traces a ray for each datum. The same bits
/// for any number of threads. Throws as solve_travel_times().
[[nodiscard]] FirstArrivals first_arrivals(const SlownessModel& model, const Survey& survey,
                                           const ArrivalSettings& settings);

}  // namespace farfield::tomography

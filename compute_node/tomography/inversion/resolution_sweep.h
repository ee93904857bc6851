#pragma once

#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/models/velocity_model.h"

#include <vector>

namespace farfield::tomography {

/// The tracing of a survey on one lattice.
struct SweepStep {
    Lattice lattice;
    TaskFigures tasks;
};

/// Traces the survey as the first iteration of an inversion does, with the spacing of a lattice, twice and
/// four times as much: tasks become short beside their messages. Ends early when cancelled. Throws as
/// first_arrivals().
[[nodiscard]] std::vector<SweepStep> sweep_resolution(const Lattice& lattice, const VelocityModel& start,
                                                      const Survey& survey,
                                                      const InversionSettings& settings);

}  // namespace farfield::tomography

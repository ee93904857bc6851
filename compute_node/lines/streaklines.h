#pragma once

#include "compute_node/lines/line_tracer.h"

namespace farfield::compute {

/// Streaklines: joins, for each seed, the particles that were released there at its time and after every step
/// since, as they lie max_steps steps after the first release (the observation). The step of the settings is
/// in time, and also the interval between releases.
///
/// A block's line has one point for each particle shown, the one released last (at the seed) first; `elapsed`
/// is the time of its release since the seed's time. It ends before the first particle that is gone: `reason`
/// is that particle's, or StepLimit when all are there; OutOfTime where the next one would have been released
/// before the first time slice. Observed after the last slice, no particle is there: the line is its seed,
/// without a scalar, and ends OutOfTime. Throws std::runtime_error when the settings are wrong, not in time,
/// or go backward.
void trace_streaklines(const FieldSource& field, const LineSettings& settings, Resources resources,
                       const LineSeeds& seeds, const LineTracer::Sink& sink,
                       const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::compute

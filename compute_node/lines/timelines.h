#pragma once

#include "compute_node/lines/line_tracer.h"

#include <cstdint>

namespace farfield::compute {

/// Times at which the particles of timelines are released, and at which they are observed.
struct TimelineReleases {
    double observed = 0.0;     ///< on the field's clock
    double interval = 1.0;     ///< > 0, between releases
    std::uint32_t first = 0;   ///< release i happens i intervals before the observation
    std::uint32_t stride = 1;  ///< release first, first + stride ...
    std::uint32_t count = 1;
};

/// Timelines: each joins, in the order of the seeds, the particles that all seeds released at one moment, as
/// they lie at the observation. The seeds' own times are ignored.
///
/// Returns a block: line i is release i of `releases`; `elapsed` is the time since its particles' release.
/// A particle that is gone is a point of NaNs, where the line is broken; the line's reason is that of
/// the last such particle, or TimeLimit when all are there. Where the middle between two neighbours
/// is outside, blanked or invalid, the line is broken by one more point, of which `elapsed` is NaN
/// too.
/// Throws std::runtime_error when the settings are wrong or go backward; their limits of steps and time are
/// not used. Once `cancelled` is true this returns soon, with a block that lacks points.
[[nodiscard]] LineBlock trace_timelines(const FieldSource& field, const LineSettings& settings,
                                        Resources resources, const LineSeeds& seeds,
                                        const TimelineReleases& releases,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::compute

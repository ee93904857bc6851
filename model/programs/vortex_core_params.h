#pragma once

#include "model/fields/fields.h"
#include "model/programs/region.h"
#include "model/programs/surface_params.h"

#include <cstdint>
#include <optional>

namespace farfield::model {

/// Settings of the program `vortex-cores`: docs/protocol.md, section 21. Its frames are those of `lines`
/// (model/programs/polylines.h), with a line of two points for each segment.
struct VortexCoreParams {
    double min_swirl = 0.0;                       ///< weaker swirl counts as none, radians a time unit
    std::optional<Region> region = std::nullopt;  ///< takes cells with all corners in it; absent: all cells
    std::optional<double> time = std::nullopt;    ///< absent: the dataset's first time
    double time_step = 0.0;                       ///< from one answer to the next, with `repeat`
    bool repeat = false;
    std::uint32_t parts = SurfaceParams{}.parts;  ///< most parts of an answer
    friend bool operator==(const VortexCoreParams&, const VortexCoreParams&) = default;

    static void fields(auto& visit)
    {
        visit("min_swirl", &VortexCoreParams::min_swirl, at_least(0.0));
        visit("region", &VortexCoreParams::region);
        visit("time", &VortexCoreParams::time);
        visit("time_step", &VortexCoreParams::time_step);
        visit("repeat", &VortexCoreParams::repeat);
        visit("parts", &VortexCoreParams::parts, from_to(1, max_surface_parts));
    }
};

}  // namespace farfield::model

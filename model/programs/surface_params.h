#pragma once

#include "model/fields/fields.h"
#include "model/programs/region.h"

#include <cstdint>
#include <optional>

/// Settings that the programs `isosurface` and `boundary` share: docs/protocol.md, section 15.
namespace farfield::model {

inline constexpr std::uint32_t max_surface_parts = 64;
inline constexpr std::uint64_t max_surface_bytes = std::uint64_t{1}
                                                   << 30U;  ///< of an answer, unless a node has another limit

/// The common settings of `isosurface` and `boundary`.
struct SurfaceParams {
    std::optional<double> time = std::nullopt;  ///< absent: the dataset's first time
    double time_step = 0.0;                     ///< from one answer to the next, with `repeat`
    bool repeat = false;
    bool follow = false;  ///< of a growing dataset: sends a new answer for each new slice
    std::optional<Region> region = std::nullopt;  ///< takes cells with all corners in it; absent: all cells
    std::uint32_t parts = 8;                      ///< most parts of an answer
    std::optional<std::uint64_t> max_bytes = std::nullopt;  ///< largest answer; absent: `parts` x slot_bytes
    Level level = {};
    bool coarse_first = true;
    friend bool operator==(const SurfaceParams&, const SurfaceParams&) = default;

    static void fields(auto& visit)
    {
        visit("time", &SurfaceParams::time);
        visit("time_step", &SurfaceParams::time_step);
        visit("repeat", &SurfaceParams::repeat);
        visit("follow", &SurfaceParams::follow);
        visit("region", &SurfaceParams::region);
        visit("parts", &SurfaceParams::parts, from_to(1, max_surface_parts));
        visit("max_bytes", &SurfaceParams::max_bytes, at_least(1));
        visit("level", &SurfaceParams::level);
        visit("coarse_first", &SurfaceParams::coarse_first);
    }
};

}  // namespace farfield::model

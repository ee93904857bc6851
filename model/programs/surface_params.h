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

/// The settings of both programs.
struct SurfaceParams {
    std::optional<double> time = std::nullopt;  ///< absent: the first of the dataset
    double time_step = 0.0;                     ///< between one answer and the next, with `repeat`
    bool repeat = false;
    bool follow = false;  ///< of a dataset that grows: a new answer for each new slice, of that
    std::optional<Region> region = std::nullopt;  ///< cells whose corners all lie in it; absent: all
    std::uint32_t parts = 8;                      ///< of an answer, at most
    std::optional<std::uint64_t> max_bytes = std::nullopt;  ///< of an answer; absent: `parts` x slot_bytes
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

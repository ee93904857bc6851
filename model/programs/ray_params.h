#pragma once

#include "model/fields/fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace farfield::model {

enum class RayLines { Rays };
inline constexpr std::array ray_line_names{"rays"};
inline constexpr std::uint32_t max_parts_of_rays = 16, most_data_of_ray = 1 << 24;

/// Settings of the program `lines` when `kind` is `"rays"`: docs/protocol.md, section 17.
struct RayParams {
    RayLines kind = RayLines::Rays;
    std::uint32_t every = 10;                   ///< one ray for about this many data
    std::optional<double> time = std::nullopt;  ///< absent: the dataset's first time
    double time_step = 0.0;                     ///< from one answer to the next, with `repeat`
    bool repeat = false;
    bool follow = false;  ///< of a growing dataset: sends a new answer for each new slice
    std::uint32_t parts = 1;
    friend bool operator==(const RayParams&, const RayParams&) = default;

    static void fields(auto& visit)
    {
        visit("kind", &RayParams::kind, always, names(ray_line_names));
        visit("every", &RayParams::every, from_to(1, most_data_of_ray));
        visit("time", &RayParams::time);
        visit("time_step", &RayParams::time_step);
        visit("repeat", &RayParams::repeat);
        visit("follow", &RayParams::follow);
        visit("parts", &RayParams::parts, from_to(1, max_parts_of_rays));
    }
};

/// True when the settings of a program `lines` are RayParams rather than LineParams.
[[nodiscard]] inline bool asks_for_rays(const Json& params)
{
    const auto kind = params.is_object() ? params.find("kind") : params.end();
    return params.is_object() && kind != params.end() && *kind == ray_line_names.front();
}

}  // namespace farfield::model

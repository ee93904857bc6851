#pragma once

#include "model/styles/colour_map.h"

#include <array>
#include <cstddef>

#include <glm/glm.hpp>

namespace farfield::render {

using model::all_colour_maps;
using model::colour_map_named;
using model::ColourMap;
using model::name_of;

inline constexpr std::size_t colour_map_entries = 256;

/// Scalars drawn at the two ends of the colour map; values beyond are drawn as the end.
struct ScalarRange {
    float low = 0.0F;
    float high = 1.0F;
    friend bool operator==(const ScalarRange&, const ScalarRange&) = default;
};

/// sRGB, each component 0 to 1, at t in [0, 1] (clamped; NaN counts as 0).
/// Sources are named at each map in colour_map.cpp.
[[nodiscard]] glm::vec3 colour_at(ColourMap map, float t);

/// Entry i is colour_at(i / 255), rounded to 8 bits.
using ColourTable = std::array<glm::u8vec3, colour_map_entries>;
[[nodiscard]] ColourTable colour_table(ColourMap map);

}  // namespace farfield::render

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include <glm/ext/vector_uint3_sized.hpp>
#include <glm/vec3.hpp>

namespace farfield::model {

/// The colour maps; colour_map_names has their names in documents and menus.
enum class ColourMap { Viridis, Cividis, Turbo, CoolWarm, Relief };

/// Names in the order of the enumerators.
inline constexpr std::array colour_map_names{"viridis", "cividis", "turbo", "cool-warm", "relief"};
inline constexpr ColourMap default_colour_map = ColourMap::Viridis;
inline constexpr std::array all_colour_maps{ColourMap::Viridis, ColourMap::Cividis, ColourMap::Turbo,
                                            ColourMap::CoolWarm, ColourMap::Relief};

[[nodiscard]] constexpr std::string_view name_of(ColourMap map)
{
    return colour_map_names.at(static_cast<std::size_t>(map));
}

/// The map of a name; nullopt when no map has it.
[[nodiscard]] constexpr std::optional<ColourMap> colour_map_named(std::string_view name)
{
    const auto* const found = std::ranges::find(all_colour_maps, name, name_of);
    return found == all_colour_maps.end() ? std::nullopt : std::optional(*found);
}

inline constexpr std::size_t colour_map_entries = 256;

/// The sRGB colour, each component 0 to 1, at t in [0, 1] (clamped; NaN counts as 0).
/// The sources of each map are in colour_map.cpp.
[[nodiscard]] glm::vec3 colour_at(ColourMap map, float t);

/// A table of colours: entry i is colour_at(i / 255), rounded to 8 bits.
using ColourTable = std::array<glm::u8vec3, colour_map_entries>;
[[nodiscard]] ColourTable colour_table(ColourMap map);

}  // namespace farfield::model

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace farfield::model {

/// The colour maps, by the names that documents and menus have for them. Their colours are in `render`.
enum class ColourMap { Viridis, Cividis, Turbo, CoolWarm, Relief };

/// In the order of the enumerators.
inline constexpr std::array colour_map_names{"viridis", "cividis", "turbo", "cool-warm", "relief"};
inline constexpr std::array all_colour_maps{ColourMap::Viridis, ColourMap::Cividis, ColourMap::Turbo,
                                            ColourMap::CoolWarm, ColourMap::Relief};

[[nodiscard]] constexpr std::string_view name_of(ColourMap map)
{
    return colour_map_names.at(static_cast<std::size_t>(map));
}

/// Nothing where no map has that name.
[[nodiscard]] constexpr std::optional<ColourMap> colour_map_named(std::string_view name)
{
    const auto* const found = std::ranges::find(all_colour_maps, name, name_of);
    return found == all_colour_maps.end() ? std::nullopt : std::optional(*found);
}

}  // namespace farfield::model

#include "app/document/script_colour_map.h"

#include <algorithm>
#include <string>
#include <vector>

namespace farfield::app {

std::optional<render::ColourMap> read_colour_map(ScriptTable& table)
{
    std::vector<std::string> names(render::all_colour_maps.size());
    std::ranges::transform(render::all_colour_maps, names.begin(),
                           [](render::ColourMap map) { return std::string(render::name_of(map)); });
    const auto name = table.choice("colour_map", names);
    return name ? render::colour_map_named(*name) : std::nullopt;
}

}  // namespace farfield::app

#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/terrain_params.h"
#include "model/styles/viewshed_style.h"

namespace farfield::model {

inline constexpr std::array light_of_terrain{"curved", "refraction"};

/// First parameters: an observer 2 m above the ground in the middle.
inline Json first_viewshed(const LayerData& data)
{
    constexpr double eye_height = 2.0;  // metres
    const auto& [low, high] = data.bounds;
    return {{"observer", Point{(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, eye_height}}};
}

/// The kind of layers that show the ground seen from one place, in the terrain's own coordinates. When
/// `curved` or `refraction` is absent, the value of the terrain's layer holds.
inline constexpr LayerKind viewshed_kind{.name = "viewshed",
                                         .data = DataKind::Terrain,
                                         .has_rakes = false,
                                         .ticks = false,
                                         .params = part_of<ViewshedParams, light_of_terrain>,
                                         .style = part_of<ViewshedStyle>,
                                         .first_params = first_viewshed};

}  // namespace farfield::model

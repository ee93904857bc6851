#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/terrain_params.h"
#include "model/styles/viewshed_style.h"

namespace farfield::app {

inline constexpr std::array light_of_terrain{"curved", "refraction"};

/// The ground that is seen from one place. Without `curved` and `refraction`, those of its terrain's layer
/// hold. The observer is in the terrain's own coordinates.
inline constexpr model::LayerKind viewshed_kind{.name = "viewshed",
                                                .data = model::DataKind::Terrain,
                                                .has_rakes = false,
                                                .ticks = false,
                                                .params =
                                                    model::canonical<model::ViewshedParams, light_of_terrain>,
                                                .style = model::canonical<model::ViewshedStyle>};

}  // namespace farfield::app

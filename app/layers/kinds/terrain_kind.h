#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/terrain_view.h"
#include "model/styles/terrain_style.h"

namespace farfield::app {

inline constexpr std::array not_of_terrain{"eye", "heading", "pitch", "roll", "hfov", "poses", "size"};

/// How views are cast; where the eye is, the camera says.
using TerrainLayerParams = model::LayerParams<model::TerrainViewParams, not_of_terrain>;

inline constexpr model::LayerKind terrain_kind{.name = "terrain",
                                               .data = model::DataKind::Terrain,
                                               .has_rakes = false,
                                               .ticks = false,
                                               .params = model::part_of<TerrainLayerParams>,
                                               .style = model::part_of<model::TerrainStyle>};

}  // namespace farfield::app

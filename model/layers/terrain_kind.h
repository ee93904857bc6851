#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/terrain_view.h"
#include "model/styles/terrain_style.h"

namespace farfield::model {

inline constexpr std::array not_of_terrain{"eye", "heading", "pitch", "roll", "hfov", "poses", "size"};

/// The parameters of terrain views, without the eye, which the camera sets.
using TerrainLayerParams = LayerParams<TerrainViewParams, not_of_terrain>;

inline constexpr LayerKind terrain_kind{.name = "terrain",
                                        .data = DataKind::Terrain,
                                        .has_rakes = false,
                                        .ticks = false,
                                        .params = part_of<TerrainLayerParams>,
                                        .style = part_of<TerrainStyle>};

}  // namespace farfield::model

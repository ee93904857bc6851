#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/terrain_params.h"
#include "model/styles/no_style.h"

namespace farfield::app {

/// A georeferenced image on the ground.
inline constexpr model::LayerKind picture_kind{.name = "picture",
                                               .data = model::DataKind::Terrain,
                                               .has_rakes = false,
                                               .ticks = false,
                                               .params = model::part_of<model::TerrainImageParams>,
                                               .style = model::part_of<model::NoStyle>};

}  // namespace farfield::app

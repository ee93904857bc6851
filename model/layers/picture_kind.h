#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/terrain_params.h"
#include "model/styles/no_style.h"

namespace farfield::model {

/// The kind of layers that show a georeferenced image on the ground.
inline constexpr LayerKind picture_kind{.name = "picture",
                                        .data = DataKind::Terrain,
                                        .has_rakes = false,
                                        .ticks = false,
                                        .params = part_of<TerrainImageParams>,
                                        .style = part_of<NoStyle>};

}  // namespace farfield::model

#pragma once

#include "model/calls/terrain_overlay.h"
#include "model/document/layer_kind.h"
#include "model/styles/no_style.h"

namespace farfield::app {

inline constexpr std::array not_of_overlay{"terrain", "part"};

/// The file of the overlay.
using OverlayLayerParams = model::LayerParams<model::TerrainOverlayCall, not_of_overlay>;

/// Lines and places, with their names, on the ground.
inline constexpr model::LayerKind overlay_kind{.name = "overlay",
                                               .data = model::DataKind::Terrain,
                                               .has_rakes = false,
                                               .ticks = false,
                                               .params = model::part_of<OverlayLayerParams>,
                                               .style = model::part_of<model::NoStyle>};

}  // namespace farfield::app

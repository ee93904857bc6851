#pragma once

#include "model/calls/terrain_overlay.h"
#include "model/document/layer_kind.h"
#include "model/styles/no_style.h"

namespace farfield::model {

inline constexpr std::array not_of_overlay{"terrain", "part"};

/// The parameters of an overlay: its file.
using OverlayLayerParams = LayerParams<TerrainOverlayCall, not_of_overlay>;

/// The kind of layers that show lines and places, with their names, on the ground.
inline constexpr LayerKind overlay_kind{.name = "overlay",
                                        .data = DataKind::Terrain,
                                        .has_rakes = false,
                                        .ticks = false,
                                        .params = part_of<OverlayLayerParams>,
                                        .style = part_of<NoStyle>};

}  // namespace farfield::model

#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/isosurface.h"
#include "model/styles/surface_style.h"

namespace farfield::app {

/// Of programs that make surfaces: how answers follow each other is up to the clock, and in how many parts
/// they come to what shows them.
inline constexpr std::array not_of_surfaces{"time_step", "repeat", "parts", "max_bytes", "coarse_first"};

/// The parameters of an isosurface.
using IsosurfaceLayerParams = model::LayerParams<model::IsosurfaceParams, not_of_surfaces>;

/// Where a scalar has a value.
inline constexpr model::LayerKind isosurface_kind{.name = "isosurface",
                                                  .data = model::DataKind::Dataset,
                                                  .has_rakes = false,
                                                  .ticks = false,
                                                  .params = model::part_of<IsosurfaceLayerParams>,
                                                  .style = model::part_of<model::IsosurfaceStyle>};

}  // namespace farfield::app

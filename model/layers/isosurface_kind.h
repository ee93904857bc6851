#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/isosurface.h"
#include "model/styles/surface_style.h"

namespace farfield::model {

/// Parameters of surface programs that a layer lacks: the clock decides the times of answers, and the
/// program that shows them the number and size of their parts.
inline constexpr std::array not_of_surfaces{"time_step", "repeat", "parts", "max_bytes", "coarse_first"};

/// The parameters of an isosurface.
using IsosurfaceLayerParams = LayerParams<IsosurfaceParams, not_of_surfaces>;

/// First parameters: the isovalue that the node suggests; none if it suggests none.
inline Json first_isosurface(const LayerData& data)
{
    if (data.suggested == nullptr || !data.suggested->isovalue) return Json::object();
    const SuggestedIsovalue& first = *data.suggested->isovalue;
    return {{"scalar", first.scalar}, {"values", {first.value}}};
}

/// The kind of layers that show the surface where a scalar has a value.
inline constexpr LayerKind isosurface_kind{.name = "isosurface",
                                           .data = DataKind::Dataset,
                                           .has_rakes = false,
                                           .ticks = false,
                                           .params = part_of<IsosurfaceLayerParams>,
                                           .style = part_of<IsosurfaceStyle>,
                                           .first_params = first_isosurface};

}  // namespace farfield::model

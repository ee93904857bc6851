#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/ray_params.h"
#include "model/styles/line_style.h"

namespace farfield::app {

/// The layer is of that kind; how answers follow each other, and in how many parts, is up to what shows them.
inline constexpr std::array not_of_rays{"kind", "time_step", "repeat", "parts"};

/// The parameters of a layer of rays.
using RayLayerParams = model::LayerParams<model::RayParams, not_of_rays>;

/// Null, which is refused, where there are no rays.
inline model::Json first_rays(const model::LayerData& data)
{
    return data.has_rays ? model::Json{{"every", 20}, {"follow", true}} : model::Json();
}

/// Where waves ran through a dataset of travel times.
inline constexpr model::LayerKind ray_kind{.name = "rays",
                                           .data = model::DataKind::Dataset,
                                           .has_rakes = false,
                                           .ticks = false,
                                           .params = model::part_of<RayLayerParams>,
                                           .style = model::part_of<model::LineStyle>,
                                           .first_params = first_rays};

}  // namespace farfield::app

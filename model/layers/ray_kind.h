#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/ray_params.h"
#include "model/styles/line_style.h"

namespace farfield::model {

/// The layer is of that kind; how answers follow each other, and in how many parts, is up to what shows them.
inline constexpr std::array not_of_rays{"kind", "time_step", "repeat", "parts"};

/// The parameters of a layer of rays.
using RayLayerParams = LayerParams<RayParams, not_of_rays>;

/// Null, which is refused, where there are no rays.
inline Json first_rays(const LayerData& data)
{
    return data.has_rays ? Json{{"every", 20}, {"follow", true}} : Json();
}

/// Where waves ran through a dataset of travel times.
inline constexpr LayerKind ray_kind{.name = "rays",
                                    .data = DataKind::Dataset,
                                    .has_rakes = false,
                                    .ticks = false,
                                    .params = part_of<RayLayerParams>,
                                    .style = part_of<LineStyle>,
                                    .first_params = first_rays};

}  // namespace farfield::model

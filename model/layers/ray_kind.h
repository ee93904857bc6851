#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/ray_params.h"
#include "model/styles/line_style.h"

namespace farfield::model {

/// Parameters that a layer of rays lacks: its kind sets `kind`; its viewer the times and parts of answers.
inline constexpr std::array not_of_rays{"kind", "time_step", "repeat", "parts"};

/// The parameters of a layer of rays.
using RayLayerParams = LayerParams<RayParams, not_of_rays>;

/// First parameters; null, which is refused, for data without rays.
inline Json first_rays(const LayerData& data)
{
    return data.has_rays ? Json{{"every", 20}, {"follow", true}} : Json();
}

/// The kind of layers that show the paths of waves through a dataset of travel times.
inline constexpr LayerKind ray_kind{.name = "rays",
                                    .data = DataKind::Dataset,
                                    .has_rakes = false,
                                    .ticks = false,
                                    .params = part_of<RayLayerParams>,
                                    .style = part_of<LineStyle>,
                                    .first_params = first_rays};

}  // namespace farfield::model

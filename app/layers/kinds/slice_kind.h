#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/slice.h"
#include "model/styles/slice_style.h"

namespace farfield::app {

inline constexpr std::array not_of_slice{"time_step", "repeat"};

/// The parameters of a slice. How results follow each other is up to the clock.
using SliceLayerParams = model::LayerParams<model::SliceParams, not_of_slice>;

/// A horizontal plane through the middle.
inline model::Json first_slice(const model::LayerData& data)
{
    const model::SlicePlane plane{.axis = model::SliceAxis::Z,
                                  .position = (data.bounds[0][2] + data.bounds[1][2]) / 2.0};
    return {{"planes", model::Json::array({model::write(plane)})}};
}

/// A scalar on a plane.
inline constexpr model::LayerKind slice_kind{.name = "slice",
                                             .data = model::DataKind::Dataset,
                                             .has_rakes = false,
                                             .ticks = false,
                                             .params = model::part_of<SliceLayerParams>,
                                             .style = model::part_of<model::SliceStyle>,
                                             .first_params = first_slice};

}  // namespace farfield::app

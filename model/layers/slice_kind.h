#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/slice.h"
#include "model/styles/slice_style.h"

namespace farfield::model {

inline constexpr std::array not_of_slice{"time_step", "repeat"};

/// The parameters of a slice. The clock decides the times of results.
using SliceLayerParams = LayerParams<SliceParams, not_of_slice>;

/// First parameters: a horizontal plane through the middle.
inline Json first_slice(const LayerData& data)
{
    const SlicePlane plane{.axis = SliceAxis::Z, .position = (data.bounds[0][2] + data.bounds[1][2]) / 2.0};
    return {{"planes", Json::array({write(plane)})}};
}

/// The kind of layers that show a scalar on planes.
inline constexpr LayerKind slice_kind{.name = "slice",
                                      .data = DataKind::Dataset,
                                      .has_rakes = false,
                                      .ticks = false,
                                      .params = part_of<SliceLayerParams>,
                                      .style = part_of<SliceStyle>,
                                      .first_params = first_slice};

}  // namespace farfield::model

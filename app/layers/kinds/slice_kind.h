#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/slice.h"
#include "model/styles/slice_style.h"

namespace farfield::app {

inline constexpr std::array not_of_slice{"time_step", "repeat"};

/// The parameters of a slice. How results follow each other is up to the clock.
using SliceLayerParams = model::LayerParams<model::SliceParams, not_of_slice>;

/// A scalar on a plane.
inline constexpr model::LayerKind slice_kind{.name = "slice",
                                             .data = model::DataKind::Dataset,
                                             .has_rakes = false,
                                             .ticks = false,
                                             .params = model::canonical<SliceLayerParams>,
                                             .style = model::canonical<model::SliceStyle>};

}  // namespace farfield::app

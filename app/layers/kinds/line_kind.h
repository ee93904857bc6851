#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/line_params.h"
#include "model/styles/line_style.h"

namespace farfield::app {

inline constexpr std::array not_of_lines{"rakes", "repeat", "parts"};

/// The parameters of a layer of lines. How results follow each other, and in how many parts, is up to what
/// shows them.
using LineLayerParams = model::LayerParams<model::LineParams, not_of_lines>;

inline constexpr model::LayerKind line_kind{.name = "lines",
                                            .data = model::DataKind::Dataset,
                                            .has_rakes = true,
                                            .ticks = false,
                                            .params = model::part_of<LineLayerParams>,
                                            .style = model::part_of<model::LineStyle>};

}  // namespace farfield::app

#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/line_params.h"
#include "model/styles/line_style.h"

namespace farfield::model {

inline constexpr std::array not_of_lines{"rakes", "repeat", "parts"};

/// The parameters of a layer of lines. The program that shows them decides when results follow each other,
/// and in how many parts.
using LineLayerParams = LayerParams<LineParams, not_of_lines>;

inline constexpr LayerKind line_kind{.name = "lines",
                                     .data = DataKind::Dataset,
                                     .has_rakes = true,
                                     .ticks = false,
                                     .params = part_of<LineLayerParams>,
                                     .style = part_of<LineStyle>};

}  // namespace farfield::model

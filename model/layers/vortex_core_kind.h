#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/vortex_core_params.h"
#include "model/styles/line_style.h"

namespace farfield::model {

inline constexpr std::array not_of_vortex_cores{"time_step", "repeat", "parts"};

/// The parameters of a layer of vortex cores. The clock decides the times of answers, and the program that
/// shows them the number of their parts.
using VortexCoreLayerParams = LayerParams<VortexCoreParams, not_of_vortex_cores>;

/// The kind of layers that show the cores of vortices as lines.
inline constexpr LayerKind vortex_core_kind{.name = "vortex-cores",
                                            .data = DataKind::Dataset,
                                            .has_rakes = false,
                                            .ticks = false,
                                            .params = part_of<VortexCoreLayerParams>,
                                            .style = part_of<LineStyle>};

}  // namespace farfield::model

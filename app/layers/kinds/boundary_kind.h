#pragma once

#include "app/layers/kinds/isosurface_kind.h"
#include "model/programs/boundary.h"

namespace farfield::app {

/// The parameters of boundaries.
using BoundaryLayerParams = model::LayerParams<model::BoundaryParams, not_of_surfaces>;

/// Surfaces of the grid itself: walls, the outside of a mesh, land.
inline constexpr model::LayerKind boundary_kind{.name = "boundary",
                                                .data = model::DataKind::Dataset,
                                                .has_rakes = false,
                                                .ticks = false,
                                                .params = model::part_of<BoundaryLayerParams>,
                                                .style = model::part_of<model::BoundaryStyle>};

}  // namespace farfield::app

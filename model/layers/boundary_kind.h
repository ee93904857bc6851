#pragma once

#include "model/layers/isosurface_kind.h"
#include "model/programs/boundary.h"

namespace farfield::model {

/// The parameters of a layer of boundaries.
using BoundaryLayerParams = LayerParams<BoundaryParams, not_of_surfaces>;

/// The kind of layers that show surfaces of the grid itself: walls, the outside of a mesh, land.
inline constexpr LayerKind boundary_kind{.name = "boundary",
                                         .data = DataKind::Dataset,
                                         .has_rakes = false,
                                         .ticks = false,
                                         .params = part_of<BoundaryLayerParams>,
                                         .style = part_of<BoundaryStyle>};

}  // namespace farfield::model

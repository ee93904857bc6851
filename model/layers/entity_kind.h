#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/bundles/entities.h"
#include "model/styles/entity_style.h"

namespace farfield::model {

/// The parameters of a layer of entities.
using EntityLayerParams = EntitiesParams;

/// The kind of layers that show a relay's messages: entities that move by themselves.
inline constexpr LayerKind entity_kind{.name = "entities",
                                       .data = std::nullopt,
                                       .has_rakes = false,
                                       .ticks = false,
                                       .params = part_of<EntityLayerParams>,
                                       .style = part_of<EntityStyle>};

}  // namespace farfield::model

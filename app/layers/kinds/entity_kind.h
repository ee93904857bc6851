#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/bundles/entities.h"
#include "model/styles/entity_style.h"

namespace farfield::app {

/// The parameters of a layer of entities.
using EntityLayerParams = model::EntitiesParams;

/// What a relay sends: messages of entities that move by themselves.
inline constexpr model::LayerKind entity_kind{.name = "entities",
                                              .data = std::nullopt,
                                              .has_rakes = false,
                                              .ticks = false,
                                              .params = model::part_of<EntityLayerParams>,
                                              .style = model::part_of<model::EntityStyle>};

}  // namespace farfield::app

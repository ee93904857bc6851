#pragma once

#include "app/layers/kinds/viewshed_kind.h"
#include "model/calls/terrain_sight.h"
#include "model/document/layer_kind.h"
#include "model/styles/no_style.h"

namespace farfield::app {

inline constexpr std::array not_of_sight{"terrain", "absolute"};

/// An eye and its targets, in the terrain's own coordinates. Without `curved` and `refraction`, those of its
/// terrain's layer hold.
using SightLayerParams = model::LayerParams<model::TerrainSightCall, not_of_sight>;

/// Their canonical form; throws model::FieldError where there is no target.
inline model::Json canonical_sight(const model::Json& json, const std::string& path)
{
    auto params = model::canonical<SightLayerParams, light_of_terrain>(json, path);
    if (params.at("to").empty())
        throw model::FieldError(path + ".to", "an array with one place at least", "an array of 0");
    return params;
}

/// Lines of sight over the ground.
inline constexpr model::LayerKind sight_kind{
    .name = "sight",
    .data = model::DataKind::Terrain,
    .has_rakes = false,
    .ticks = false,
    .params = {canonical_sight, model::members_of<SightLayerParams, light_of_terrain>},
    .style = model::part_of<model::NoStyle>};

}  // namespace farfield::app

#pragma once

#include "model/calls/terrain_sight.h"
#include "model/document/layer_kind.h"
#include "model/layers/viewshed_kind.h"
#include "model/styles/no_style.h"

namespace farfield::model {

inline constexpr std::array not_of_sight{"terrain", "absolute"};

/// An eye and its targets, in the terrain's own coordinates. When `curved` or `refraction` is absent, the
/// value of the terrain's layer holds.
using SightLayerParams = LayerParams<TerrainSightCall, not_of_sight>;

/// The canonical form of the parameters; throws FieldError when there is no target.
inline Json canonical_sight(const Json& json, const std::string& path)
{
    auto params = canonical<SightLayerParams, light_of_terrain>(json, path);
    if (params.at("to").empty())
        throw FieldError(path + ".to", "an array with one place at least", "an array of 0");
    return params;
}

/// The kind of layers that show lines of sight over the ground.
inline constexpr LayerKind sight_kind{
    .name = "sight",
    .data = DataKind::Terrain,
    .has_rakes = false,
    .ticks = false,
    .params = {canonical_sight, members_of<SightLayerParams, light_of_terrain>},
    .style = part_of<NoStyle>};

}  // namespace farfield::model

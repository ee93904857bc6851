#pragma once

#include <string>

#include "app/show/layer.h"
#include "model/geometry/point.h"

/// What layers of sight lines and of viewsheds have in common.
namespace farfield::app {

/// How light travels: as the parameters of the layer say, else as the layer of its terrain has it.
struct Light {
    bool curved = false;
    double refraction = 0.13;
};
[[nodiscard]] Light light_of(const LayerState& state);

/// A place in the terrain's own coordinates, with metres above the ground, in its local frame. Throws
/// std::runtime_error where it is not on the map.
[[nodiscard]] glm::dvec3 on_map(const LayerState& state, const model::Point& place);

/// "layer 'sight-1'": for messages.
[[nodiscard]] std::string name_of_layer(const std::string& id);

}  // namespace farfield::app

#pragma once

#include <string>

#include "app/show/layer.h"
#include "model/geometry/geocentric.h"
#include "model/geometry/point.h"

/// Functions that layers of sight lines and of viewsheds share.
namespace farfield::app {

/// Bending of light: from the layer's own parameters, else from the layer of its terrain.
struct Light {
    bool curved = false;
    double refraction = model::usual_refraction;
};
[[nodiscard]] Light light_of(const LayerState& state);

/// A place in the terrain's coordinates, with metres above the ground, converted to its local frame. Throws
/// std::runtime_error where the place is off the map.
[[nodiscard]] glm::dvec3 on_map(const LayerState& state, const model::Point& place);

/// Name of a layer in messages: "layer 'sight-1'".
[[nodiscard]] std::string name_of_layer(const std::string& id);

}  // namespace farfield::app

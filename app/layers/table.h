#pragma once

#include <memory>
#include <string_view>

#include "app/show/layer.h"
#include "model/layers/layer_kinds.h"

namespace farfield::app {

/// Makes a layer of a kind. Throws std::out_of_range for an unknown kind. stage: outlives the layer.
[[nodiscard]] std::unique_ptr<Layer> make_layer(std::string_view kind, const Stage& stage, model::Use use);

}  // namespace farfield::app

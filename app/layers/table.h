#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/show/layer.h"
#include "model/document/layer_kind.h"

namespace farfield::app {

/// All kinds of layers that a document may have.
[[nodiscard]] std::span<const model::LayerKind> layer_kinds() noexcept;
/// A layer of that kind. Throws std::out_of_range where there is none. stage: outlives the layer.
[[nodiscard]] std::unique_ptr<Layer> make_layer(std::string_view kind, const Stage& stage, model::Use use);

}  // namespace farfield::app

#pragma once

#include <span>

#include "model/document/layer_kind.h"

namespace farfield::model {

/// Every kind of layer that a document may have.
[[nodiscard]] std::span<const LayerKind> layer_kinds() noexcept;

}  // namespace farfield::model

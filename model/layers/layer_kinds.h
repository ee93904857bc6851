#pragma once

#include <span>

#include "model/document/layer_kind.h"

namespace farfield::model {

inline constexpr std::size_t layer_kind_count = 14;

/// Every kind of layer that a document may have.
[[nodiscard]] std::span<const LayerKind, layer_kind_count> layer_kinds() noexcept;

}  // namespace farfield::model

#pragma once

#include <string>

#include "model/document/document.h"

/// Edits of a document's list of layers: each takes a document and returns it with one change.
namespace farfield::model {

/// Puts a layer above all others, with this id.
[[nodiscard]] Document with_layer(Document document, const std::string& id, Layer layer);
/// Puts a copy of the layer `of` right above it; both share their rakes.
[[nodiscard]] Document with_copy(Document document, const std::string& id, const std::string& of);
/// Removes a layer, and the rakes and data that no other layer uses.
[[nodiscard]] Document without_layer(Document document, const std::string& id);
/// Exchanges a layer with the one above it, or below it; no change for the highest, or the lowest.
[[nodiscard]] Document with_layer_raised(Document document, const std::string& id);
[[nodiscard]] Document with_layer_lowered(Document document, const std::string& id);
/// True when no layer names the rake.
[[nodiscard]] bool is_unused(const Document& document, const std::string& rake);

}  // namespace farfield::model

#pragma once

#include <string>

#include "model/document/document.h"

/// What a list of layers offers: each takes a document and returns it with one change.
namespace farfield::model {

/// Puts a layer above all others, under this id.
[[nodiscard]] Document with_layer(Document document, const std::string& id, Layer layer);
/// A copy of a layer right above it, with the same rakes.
[[nodiscard]] Document with_copy(Document document, const std::string& id, const std::string& of);
/// Without the layer, and without the rakes and data that it alone had.
[[nodiscard]] Document without_layer(Document document, const std::string& id);
/// The layer changes places with the one above it, or below it; the lowest and the highest stay.
[[nodiscard]] Document with_layer_raised(Document document, const std::string& id);
[[nodiscard]] Document with_layer_lowered(Document document, const std::string& id);
/// No layer names the rake.
[[nodiscard]] bool is_unused(const Document& document, const std::string& rake);

}  // namespace farfield::model

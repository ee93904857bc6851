#pragma once

#include <QString>
#include <string>

#include "app/layers/entities/entity_layer.h"

namespace farfield::app {

class ShowControl;

/// Figures in words: "12,483 entities, 31,200 updates/s, 0 lost, 4,102 conflated, age 6 / 14 ms (p50 / p95),
/// congestion 1 (link)".
[[nodiscard]] QString words_of(const EntityFigures& figures);
/// Name of a layer's source: "exercise.ffr" or "127.0.0.1:7118".
[[nodiscard]] QString source_name(const EntityLayer& layer, const ShowControl& control);
/// State of a source: "exercise.ffr.", "exercise.ffr has no entities.", "127.0.0.1:7118, connected."
[[nodiscard]] QString source_words(const EntityLayer& layer, const ShowControl& control);
/// Text for the middle of a view without entities: "No entities so far". Empty: the document shows no
/// layer of entities.
[[nodiscard]] std::string entity_hint(const ShowControl& control);

}  // namespace farfield::app

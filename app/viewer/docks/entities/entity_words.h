#pragma once

#include <QString>
#include <string>

#include "app/layers/entities/entity_layer.h"

namespace farfield::app {

class ShowControl;

/// "12,483 entities, 31,200 updates/s, 0 lost, 4,102 conflated, age 6 / 14 ms (p50 / p95), congestion 1
/// (link)"
[[nodiscard]] QString words_of(const EntityFigures& figures);
/// "exercise.ffr" or "127.0.0.1:7118"
[[nodiscard]] QString source_name(const EntityLayer& layer, const ShowControl& control);
/// "exercise.ffr.", "exercise.ffr has no entities.", "127.0.0.1:7118, connected."
[[nodiscard]] QString source_words(const EntityLayer& layer, const ShowControl& control);
/// For the middle of a view in which no entity is seen: "No entities so far". Empty: the document has no
/// layer of entities that is shown.
[[nodiscard]] std::string entity_hint(const ShowControl& control);

}  // namespace farfield::app

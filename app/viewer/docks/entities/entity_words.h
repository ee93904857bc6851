#pragma once

#include <QString>

#include "app/layers/entities/entity_table.h"

namespace farfield::app {

/// "12,483 entities, 31,200 updates/s, 0 lost, 4,102 conflated, age 6 / 14 ms (p50 / p95), congestion 1
/// (link)"
[[nodiscard]] QString words_of(const EntityFigures& figures);

}  // namespace farfield::app

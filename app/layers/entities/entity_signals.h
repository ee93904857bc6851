#pragma once

#include <optional>

#include "app/layers/entities/entity_table.h"
#include "render/layers/entities/signal_drawing.h"

namespace farfield::app {

/// Result of a request for sight between two entities, as they were when it was asked for.
struct SightBetween {
    net::dis::EntityId from, to;
    std::optional<bool> visible;      ///< nullopt: unknown
    std::optional<double> seen_part;  ///< part of the way, 0 to 1, before ground blocks it
};

/// Writes lines and flashes of the last events, and the line of sight between the entities' present places.
void write_signals(const EntityTable& table, const std::optional<SightBetween>& sight, std::uint64_t now_ns,
                   render::SignalDrawing& drawing);

}  // namespace farfield::app

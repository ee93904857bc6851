#pragma once

#include <optional>

#include "app/layers/entities/entity_table.h"
#include "render/layers/entities/signal_drawing.h"

namespace farfield::app {

/// Whether one entity sees another, as it was when it was asked for.
struct SightBetween {
    net::dis::EntityId from, to;
    std::optional<bool> visible;      ///< nothing: it is not known
    std::optional<double> seen_part;  ///< of the way, where ground blocks the rest; 0 to 1
};

/// Lines and flashes of the last events, and lines of sight between the places of now.
void write_signals(const EntityTable& table, const std::optional<SightBetween>& sight, std::uint64_t now_ns,
                   render::SignalDrawing& drawing);

}  // namespace farfield::app

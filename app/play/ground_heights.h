#pragma once

#include <optional>
#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "app/play/play_session.h"
#include "model/data/terrain_info.h"

namespace farfield::app {

/// Heights of a terrain's ground at places of its local frame, as its finest tiles tell them (of places all
/// over a large terrain: tiles as fine as a few hundred can be). Nothing off the map and in holes.
/// Throws as PlaySession::take_frames() does, and std::runtime_error when what comes is no such tile.
[[nodiscard]] std::vector<std::optional<double>> ask_heights(PlaySession& session,
                                                             const model::TerrainDescription& terrain,
                                                             std::span<const glm::dvec2> places,
                                                             const Interrupt& interrupt);

}  // namespace farfield::app

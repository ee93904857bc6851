#pragma once

#include <cstdint>

#include <glm/glm.hpp>

#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "render/scene/ground_sheet.h"

/// What is drawn on the ground of answers about it. Places are in the terrain's local frame.
namespace farfield::app {

/// Parts of an overlay that are asked for: a node says how many there are, and a million would never end.
inline constexpr std::uint32_t most_overlay_parts = 64;

/// Where somebody looks from.
void add_eye(render::GroundMarks& marks, glm::dvec3 eye);
/// A line from an eye to a target: green as far as the eye sees, red beyond.
void add_sight_line(render::GroundMarks& marks, glm::dvec3 eye, glm::dvec3 target,
                    const model::TerrainSightLine& line);
/// A part of a file's lines and places.
void add_overlay(render::GroundMarks& marks, const model::TerrainOverlay& part);

}  // namespace farfield::app

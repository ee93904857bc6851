#pragma once

#include <cstdint>

#include <glm/glm.hpp>

#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "render/scene/raster_overlay.h"

/// Annotations of the ground from answers to calls. Positions are in the terrain's local frame.
namespace farfield::app {

/// Most parts of an overlay that a viewer requests, whatever number the node gives.
inline constexpr std::uint32_t most_overlay_parts = 64;

/// Adds a mark for the eye of an observer.
void add_eye(render::GroundAnnotations& annotations, glm::dvec3 eye);
/// Adds a line from an eye to a target: green as far as the eye sees, red beyond.
void add_sight_line(render::GroundAnnotations& annotations, glm::dvec3 eye, glm::dvec3 target,
                    const model::TerrainSightLine& line);
/// Adds a part of a file's lines and places.
void add_overlay(render::GroundAnnotations& annotations, const model::TerrainOverlay& part);

}  // namespace farfield::app

#pragma once

#include <cstdint>

#include <glm/glm.hpp>

#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "render/scene/raster_overlay.h"

/// Annotations of the ground from the answers of calls. Places are in the terrain's local frame.
namespace farfield::app {

/// Parts of an overlay that a viewer requests at most, whatever number the node names.
inline constexpr std::uint32_t most_overlay_parts = 64;

/// The eye of an observer.
void add_eye(render::GroundAnnotations& annotations, glm::dvec3 eye);
/// A line from an eye to a target: green as far as the eye sees, red beyond.
void add_sight_line(render::GroundAnnotations& annotations, glm::dvec3 eye, glm::dvec3 target,
                    const model::TerrainSightLine& line);
/// A part of a file's lines and places.
void add_overlay(render::GroundAnnotations& annotations, const model::TerrainOverlay& part);

}  // namespace farfield::app

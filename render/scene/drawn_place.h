#pragma once

#include <optional>

#include "render/scene/view.h"

/// Places at which things are drawn, computed on the CPU as in shaders/scene_place.glsl.
namespace farfield::render {

/// The ground's height at a place of the scene; nullopt when unknown.
[[nodiscard]] std::optional<double> ground_height(const GroundRaster& ground, glm::dvec2 place);

/// True when planes in a drawing's own positions are curved in the scene.
[[nodiscard]] inline bool is_bent(const Placement& placement)
{
    return placement.map || placement.above_ground >= 0.0F;
}

/// The place in the scene of a drawing's own position; nullopt when it has none there.
[[nodiscard]] std::optional<glm::dvec3> drawn_place(const Placement& placement, glm::dvec3 own);

/// The derivative of scene places by own x, y and z at a position, to convert vectors. Beyond the lattice
/// that of its edge.
[[nodiscard]] glm::dmat3 drawn_growth(const Placement& placement, glm::dvec2 own);

}  // namespace farfield::render

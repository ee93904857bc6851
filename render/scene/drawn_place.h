#pragma once

#include <optional>

#include "render/scene/view.h"

/// What shaders/scene_place.glsl does, for what asks where things are drawn.
namespace farfield::render {

/// Nothing where it is not known. place: in the scene.
[[nodiscard]] std::optional<double> ground_height(const GroundRaster& ground, glm::dvec2 place);

/// Whether planes of a drawing's own are none in the scene.
[[nodiscard]] inline bool is_bent(const Placement& placement)
{
    return placement.map || placement.above_ground >= 0.0F;
}

/// Where a position of a drawing's own is in the scene; nothing where it has no place there.
[[nodiscard]] std::optional<glm::dvec3> drawn_place(const Placement& placement, glm::dvec3 own);

/// How the scene's places grow with x, y and z of a drawing's own about a position, for its vectors; of one
/// beyond a lattice, as at its edge.
[[nodiscard]] glm::dmat3 drawn_growth(const Placement& placement, glm::dvec2 own);

}  // namespace farfield::render

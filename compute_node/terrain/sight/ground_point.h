#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <glm/vec2.hpp>

#include <optional>

namespace farfield::terrain {

/// A point of the ground on which an observer stands.
struct GroundPoint {
    glm::dvec2 post{0.0};  ///< column and row, with fractions
    double ground = 0.0;   ///< metres above the datum; NaN in a hole
};

/// The ground point at a place in columns and rows; empty off the map. Rounding in the division of
/// coordinates by their spacing is ignored: a place within it of a post is the post, and one within it beyond
/// the last posts stands on the edge.
[[nodiscard]] std::optional<GroundPoint> ground_point_at(const HeightBlocks& terrain, glm::dvec2 post);

}  // namespace farfield::terrain

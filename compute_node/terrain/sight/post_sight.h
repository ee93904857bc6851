#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>

namespace farfield::terrain {

/// The eye and the targets of sight lines to posts of a terrain.
struct PostSight {
    glm::dvec3 eye{0.0};         ///< column and row within the terrain, metres
    double eye_metres = 0.0;     ///< height of the eye above the ground; NaN above a hole
    double target_metres = 0.0;  ///< height of a target above its post; at least 0
    glm::dvec2 post_bend{0.0};   ///< the drop of the ground over a post along each axis, metres
    double touch_metres = 0.0;   ///< a line this far below the surface still only touches it
};

/// True when the straight line from the eye to a target above a post is nowhere below the bilinear surface,
/// in binary64, as of SightLines. Cells without a surface hide nothing; a line along an edge meets the cells
/// on both sides. column, row: of a post that has a height.
[[nodiscard]] bool sees_post(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column,
                             std::int64_t row);

/// True when one cell hides the target: quick, when the cell that may hide it is known.
[[nodiscard]] bool is_hidden_by(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column,
                                std::int64_t row, std::int64_t cell_column, std::int64_t cell_row);

}  // namespace farfield::terrain

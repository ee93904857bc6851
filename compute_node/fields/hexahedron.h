#pragma once

#include <glm/vec3.hpp>

#include <array>

namespace farfield::compute {

/// Corners of a cell; bit 0 of the index is the side along i, bit 1 along j, bit 2 along k.
using Hexahedron = std::array<glm::vec3, 8>;

/// A point in a cell's own coordinates: [0, 1]^3 inside.
struct LocalPoint {
    glm::vec3 local{0.5F};
    bool converged = false;  ///< false when Newton left the neighbourhood of the cell or its map is singular
};

/// Slack of a cell's own coordinates within which a point counts as inside: far above the rounding of
/// binary32 coordinates, far below what one can see.
inline constexpr float cell_tolerance = 1e-4F;

[[nodiscard]] bool inside_cell(glm::vec3 local);

/// Newton's method has settled when its last step is shorter than this; the error left is about its square.
inline constexpr float newton_settled = 1e-3F;
inline constexpr int max_newton_steps = 12;
/// Cell widths from the centre beyond which iterating is of no use: the point lies in another cell.
inline constexpr float newton_neighbourhood = 2.0F;

/// Moves to the neighbour on whose side the point lies, and `local` to a guess of where in it. dims: nodes of
/// the block. False when the block's faces leave nowhere to go.
[[nodiscard]] bool step_towards(glm::vec3& local, glm::ivec3 dims, glm::ivec3& cell);

/// The trilinear map: local coordinates to physical ones.
[[nodiscard]] glm::vec3 map_to_physical(const Hexahedron& corners, glm::vec3 local);

/// A physical direction in local coordinates, where the map takes `local`; 0 where it is singular.
[[nodiscard]] glm::vec3 local_direction(const Hexahedron& corners, glm::vec3 local, glm::vec3 direction);

/// Inverts the trilinear map by Newton's method, from `start`. corners: relative to the point sought, which
/// keeps the digits of thin cells far from the origin. Where it has not converged, `local` still points to
/// the side of the cell on which the point lies.
[[nodiscard]] LocalPoint map_to_local(const Hexahedron& corners, glm::vec3 start);

}  // namespace farfield::compute

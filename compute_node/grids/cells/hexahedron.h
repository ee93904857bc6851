#pragma once

#include <glm/vec3.hpp>

#include <array>

namespace farfield::compute {

/// Corners of a cell; bit 0 of the index is the side along i, bit 1 along j, bit 2 along k.
using Hexahedron = std::array<glm::vec3, 8>;

/// The trilinear map in powers of a cell's own coordinates: one + r x + s y + t z + rs x y + ... Linear maps,
/// and those of wedges and pyramids, are trilinear too.
struct TrilinearMap {
    TrilinearMap() = default;
    explicit TrilinearMap(const Hexahedron& corners);
    glm::vec3 one{0.0F}, r{0.0F}, s{0.0F}, t{0.0F}, rs{0.0F}, rt{0.0F}, st{0.0F}, rst{0.0F};
};

/// A point in a cell's own coordinates: [0, 1]^3 inside.
struct LocalPoint {
    glm::vec3 local{0.5F};
    bool converged = false;  ///< false when Newton left the neighbourhood of the cell or its map is singular
};

/// Slack of a cell's own coordinates within which a point counts as inside: far above the rounding of
/// binary32 coordinates, far below anything visible.
inline constexpr float cell_tolerance = 1e-4F;

[[nodiscard]] bool inside_cell(glm::vec3 local);

/// Length of a last step of Newton's method at which it has settled; the error left is about its square.
inline constexpr float newton_settled = 1e-3F;
inline constexpr int max_newton_steps = 12;
/// Distance from the centre, in cell widths, beyond which iterating is useless: another cell holds the point.
inline constexpr float newton_neighbourhood = 2.0F;

/// Moves `cell` to the neighbour that the point lies towards, and `local` to a guess of the place in it.
/// dims: nodes of the block. False when that would lead out of the block.
[[nodiscard]] bool step_towards(glm::vec3& local, glm::ivec3 dims, glm::ivec3& cell);

/// Maps local coordinates to physical ones.
[[nodiscard]] glm::vec3 map_to_physical(const TrilinearMap& map, glm::vec3 local);

/// Derivatives of the physical position along each local coordinate.
struct Tangents {
    Tangents(glm::vec3 r, glm::vec3 s, glm::vec3 t);
    Tangents(const TrilinearMap& map, glm::vec3 local);
    /// The local direction of a physical one, times the determinant (Cramer's rule).
    [[nodiscard]] glm::vec3 solve(glm::vec3 direction) const;
    /// The local direction of a physical one, or 0 where the map is singular.
    [[nodiscard]] glm::vec3 local_direction(glm::vec3 direction) const;
    glm::vec3 r, s, t, st;
    float determinant;
};

/// Makes a step of Newton's method: moves `found` by the tangents so that `miss`, the distance missed,
/// vanishes. Returns whether iteration goes on, and sets found.converged once the step is short.
[[nodiscard]] bool newton_step(const Tangents& along, glm::vec3 miss, LocalPoint& found);

/// Inverts the map by Newton's method, from `start`. map: relative to the point sought, which keeps the
/// digits of thin cells far from the origin. If it does not converge, `local` still points to the side of the
/// cell on which the point lies.
[[nodiscard]] LocalPoint map_to_local(const TrilinearMap& map, glm::vec3 start);

}  // namespace farfield::compute

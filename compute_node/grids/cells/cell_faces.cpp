#include "compute_node/grids/cells/cell_faces.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace farfield::compute {

namespace {

constexpr CellSides triangle{
    {{0, 2, -1, -1}, {0, 1, -1, -1}, {-1, -1, -1, -1}, {1, 2, -1, -1}, {-1, -1, -1, -1}, {-1, -1, -1, -1}}};
constexpr CellSides quad{
    {{0, 3, -1, -1}, {0, 1, -1, -1}, {-1, -1, -1, -1}, {1, 2, -1, -1}, {3, 2, -1, -1}, {-1, -1, -1, -1}}};
constexpr CellSides tetrahedron{
    {{0, 2, 3, -1}, {0, 1, 3, -1}, {0, 1, 2, -1}, {1, 2, 3, -1}, {-1, -1, -1, -1}, {-1, -1, -1, -1}}};
constexpr CellSides pyramid{
    {{0, 3, 4, -1}, {0, 1, 4, -1}, {0, 1, 2, 3}, {1, 2, 4, -1}, {3, 2, 4, -1}, {-1, -1, -1, -1}}};
constexpr CellSides wedge{
    {{0, 2, 5, 3}, {0, 1, 4, 3}, {0, 1, 2, -1}, {1, 2, 5, 4}, {-1, -1, -1, -1}, {3, 4, 5, -1}}};
constexpr CellSides hexahedron{
    {{0, 3, 7, 4}, {0, 1, 5, 4}, {0, 1, 2, 3}, {1, 2, 6, 5}, {3, 2, 6, 7}, {4, 5, 6, 7}}};

/// The upper sides that are joined into one: r = 1 with s = 1, and these with t = 1.
struct UpperSides {
    bool r_and_s, and_t;
};

UpperSides joined_in(CellKind by_corners)
{
    const bool is_tetrahedron = by_corners == CellKind::Tetra;
    return {is_tetrahedron || by_corners == CellKind::Triangle || by_corners == CellKind::Wedge,
            is_tetrahedron};
}

/// The width of a cell along r and s at t. That of a pyramid shrinks towards its tip, and is negative beyond,
/// where its sides change places.
float width_at(CellKind by_corners, float t)
{
    return by_corners == CellKind::Pyramid ? 1.0F - t : 1.0F;
}

}  // namespace

const CellSides& sides_of(CellKind kind)
{
    switch (traits_of(kind).by_corners) {
    case CellKind::Triangle:
        return triangle;
    case CellKind::Quad:
        return quad;
    case CellKind::Tetra:
        return tetrahedron;
    case CellKind::Pyramid:
        return pyramid;
    case CellKind::Wedge:
        return wedge;
    default:
        return hexahedron;
    }
}

Exit exit_of(CellKind kind, glm::vec3 local)
{
    constexpr float none = -std::numeric_limits<float>::infinity();
    const CellKind by_corners = traits_of(kind).by_corners;
    const auto [r_and_s, and_t] = joined_in(by_corners);
    const auto [r, s, t] = std::array{local.x, local.y, local.z};
    const float width = width_at(by_corners, t);
    const float upper = r + (r_and_s ? s : 0.0F) + (and_t ? t : 0.0F) - 1.0F;
    const bool has_top = !and_t && by_corners != CellKind::Pyramid;
    const std::array<float, max_cell_sides> beyond{-r * width,
                                                   -s * width,
                                                   -t,
                                                   upper * width,
                                                   r_and_s ? none : (s - 1.0F) * width,
                                                   has_top ? t - 1.0F : none};
    Exit exit{-1, none};
    for (int side = 0; side < static_cast<int>(max_cell_sides); ++side)
        if (beyond[side] > exit.beyond) exit = {side, beyond[side]};
    return exit;
}

float crossing_rate_of(CellKind kind, glm::vec3 local, glm::vec3 velocity)
{
    const CellKind by_corners = traits_of(kind).by_corners;
    const auto [r_and_s, and_t] = joined_in(by_corners);
    // Not glm::abs(), which leaves a negative zero: a quotient by the rate would be negative infinity.
    const glm::vec3 speed{std::abs(velocity.x), std::abs(velocity.y), std::abs(velocity.z)};
    const float upper = std::abs(velocity.x + (r_and_s ? velocity.y : 0.0F) + (and_t ? velocity.z : 0.0F));
    const float width = std::abs(width_at(by_corners, local.z));
    return std::max(speed.z, width * std::max({speed.x, speed.y, upper}));
}

}  // namespace farfield::compute

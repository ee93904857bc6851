#include "compute_node/grids/cells/cell_map.h"

#include "compute_node/grids/cells/shape_functions.h"

namespace farfield::compute {

namespace {

glm::vec3 along_axis(int axis)
{
    glm::vec3 direction{0.0F};
    direction[axis] = 1.0F;
    return direction;
}

}  // namespace

TrilinearMap corner_map(CellKind kind, const std::uint32_t* points, const glm::vec3* positions, int flat_axis)
{
    const auto at = [&](int corner) { return positions[points[corner]]; };
    const CellKind by_corners = traits_of(kind).by_corners;
    if (by_corners == CellKind::Hexa)
        return TrilinearMap{Hexahedron{at(0), at(1), at(3), at(2), at(4), at(5), at(7), at(6)}};
    if (by_corners == CellKind::Pyramid)
        return TrilinearMap{Hexahedron{at(0), at(1), at(3), at(2), at(4), at(4), at(4), at(4)}};
    TrilinearMap map;
    map.one = at(0);
    map.r = at(1) - at(0);
    map.s = (by_corners == CellKind::Quad ? at(3) : at(2)) - at(0);
    if (by_corners == CellKind::Quad) map.rs = at(2) - at(3) - map.r;
    map.t = is_flat(kind) ? along_axis(flat_axis) : at(3) - at(0);
    if (by_corners == CellKind::Wedge) {
        map.rt = at(4) - at(3) - map.r;
        map.st = at(5) - at(3) - map.s;
    }
    return map;
}

MappedPlace map_all_points(CellKind kind, const std::uint32_t* points, const glm::vec3* positions,
                           int flat_axis, glm::vec3 origin, glm::vec3 local)
{
    const ShapeSlopes shape = shape_slopes(kind, local);
    glm::vec3 place{0.0F}, r{0.0F}, s{0.0F}, t{0.0F};
    for (std::size_t i = 0; i < point_count(kind); ++i) {
        const glm::vec3 from_origin = positions[points[i]] - origin;
        place += shape.weights[i] * from_origin;
        r += shape.slopes[i].x * from_origin;
        s += shape.slopes[i].y * from_origin;
        t += shape.slopes[i].z * from_origin;
    }
    if (is_flat(kind)) t = along_axis(flat_axis);
    return {place, Tangents{r, s, t}};
}

}  // namespace farfield::compute

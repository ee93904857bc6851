#include "compute_node/volumes/tetrahedra.h"

#include "compute_node/grids/cells/cell_faces.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace farfield::compute {

namespace {

/// Corners of a face, in a circle.
std::size_t corners_of(const std::array<std::int8_t, 4>& side)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(side, [](std::int8_t place) { return place >= 0; }));
}

void add_cone(std::uint32_t tip, std::span<const std::uint32_t> face, std::vector<TetrahedronCorners>& to)
{
    const auto lowest = static_cast<std::size_t>(std::ranges::min_element(face) - face.begin());
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
        to.push_back(
            {face[lowest], face[(lowest + i) % face.size()], face[(lowest + i + 1) % face.size()], tip});
}

void cut(CellKind kind, std::span<const std::uint32_t> points, std::vector<TetrahedronCorners>& to)
{
    const auto corners = points.first(corner_count(kind));
    const std::uint32_t tip = *std::ranges::min_element(corners);
    for (const auto& side : sides_of(kind)) {
        std::array<std::uint32_t, 4> face{};
        const std::size_t count = corners_of(side);
        for (std::size_t i = 0; i < count; ++i) face[i] = points[static_cast<std::size_t>(side[i])];
        const auto found = std::span(face).first(count);
        if (std::ranges::find(found, tip) == found.end()) add_cone(tip, found, to);
    }
}

/// The ten bits of a number with two zeros between each two.
std::uint32_t spread(std::uint32_t bits)
{
    bits = (bits | bits << 16U) & 0x030000FFU;
    bits = (bits | bits << 8U) & 0x0300F00FU;
    bits = (bits | bits << 4U) & 0x030C30C3U;
    return (bits | bits << 2U) & 0x09249249U;
}

std::uint32_t morton_code(glm::vec3 unit)
{
    const glm::uvec3 at{glm::clamp(unit * 1024.0F, 0.0F, 1023.0F)};
    return spread(at.x) | spread(at.y) << 1U | spread(at.z) << 2U;
}

glm::vec3 middle(const TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    return 0.25F * (points[t[0]] + points[t[1]] + points[t[2]] + points[t[3]]);
}

void turn_outside_out(TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    const glm::dvec3 first{points[t[0]]};
    const glm::dvec3 a = glm::dvec3{points[t[1]]} - first, b = glm::dvec3{points[t[2]]} - first;
    if (glm::dot(glm::cross(a, b), glm::dvec3{points[t[3]]} - first) < 0.0) std::swap(t[2], t[3]);
}

}  // namespace

std::vector<TetrahedronCorners> cut_into_tetrahedra(const IsoparametricGrid& grid)
{
    std::vector<TetrahedronCorners> tetrahedra;
    for (std::size_t cell = 0; cell < grid.cells().size(); ++cell)
        if (const CellKind kind = grid.cells()[cell].kind; !is_flat(kind))
            cut(kind, grid.points_of(cell), tetrahedra);
    return tetrahedra;
}

std::vector<TetrahedronCorners> along_z_curve(std::vector<TetrahedronCorners> tetrahedra,
                                              const std::vector<glm::vec3>& points)
{
    constexpr float most = std::numeric_limits<float>::max();
    glm::vec3 lo{most}, hi{-most};
    for (const TetrahedronCorners& t : tetrahedra) {
        lo = glm::min(lo, middle(t, points));
        hi = glm::max(hi, middle(t, points));
    }
    const glm::vec3 scale = 1.0F / glm::max(hi - lo, glm::vec3{std::numeric_limits<float>::min()});
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order(tetrahedra.size());
    for (std::size_t t = 0; t < tetrahedra.size(); ++t)
        order[t] = {morton_code((middle(tetrahedra[t], points) - lo) * scale), static_cast<std::uint32_t>(t)};
    std::ranges::sort(order);
    std::vector<TetrahedronCorners> sorted;
    sorted.reserve(tetrahedra.size());
    for (const auto& [code, t] : order) {
        turn_outside_out(tetrahedra[t], points);
        sorted.push_back(tetrahedra[t]);
    }
    return sorted;
}

}  // namespace farfield::compute

#include "compute_node/volumes/surfaces/surface_mesh.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace farfield::compute {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// A number for each vertex, the same for those at the same place; below `places`.
struct Welding {
    std::vector<std::uint32_t> place_of;   ///< [vertices]
    std::vector<std::uint32_t> vertex_of;  ///< [places] a vertex that lies there
};

Welding weld(const std::vector<glm::vec4>& vertices)
{
    std::vector<std::uint32_t> order(vertices.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto at = [&](std::uint32_t v) { return std::array{vertices[v].x, vertices[v].y, vertices[v].z}; };
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return at(a) < at(b); });
    Welding welding{std::vector<std::uint32_t>(vertices.size()), {}};
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || at(order[i]) != at(order[i - 1])) welding.vertex_of.push_back(order[i]);
        welding.place_of[order[i]] = static_cast<std::uint32_t>(welding.vertex_of.size() - 1);
    }
    return welding;
}

/// The triangles with three distinct places.
std::vector<Triangle> welded_triangles(const SurfaceMesh& mesh, const Welding& welding)
{
    std::vector<Triangle> triangles;
    for (const Triangle& t : mesh.triangles) {
        const Triangle welded{welding.place_of[t[0]], welding.place_of[t[1]], welding.place_of[t[2]]};
        if (welded[0] != welded[1] && welded[1] != welded[2] && welded[2] != welded[0])
            triangles.push_back(welded);
    }
    return triangles;
}

/// Counts edges, and those of one triangle; true when each has two triangles in opposite directions.
bool count_edges(const std::vector<Triangle>& triangles, SurfaceMeasures& found)
{
    struct HalfEdge {
        std::uint32_t low, high;
        bool ascends;
        auto operator<=>(const HalfEdge&) const = default;  // NOLINT(modernize-use-nullptr)
    };
    std::vector<HalfEdge> halves;
    for (const Triangle& t : triangles)
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t from = t[i], to = t[(i + 1) % 3];
            halves.push_back({std::min(from, to), std::max(from, to), from < to});
        }
    std::ranges::sort(halves);
    bool is_closed = !halves.empty();
    for (std::size_t first = 0, end = 0; first < halves.size(); first = end) {
        while (end < halves.size() && halves[end].low == halves[first].low &&
               halves[end].high == halves[first].high)
            ++end;
        ++found.edges;
        if (end - first == 1) ++found.boundary_edges;
        const auto upward =
            std::ranges::count_if(halves.begin() + static_cast<std::ptrdiff_t>(first),
                                  halves.begin() + static_cast<std::ptrdiff_t>(end), &HalfEdge::ascends);
        is_closed = is_closed && 2 * static_cast<std::size_t>(upward) == end - first;
    }
    return is_closed;
}

/// Counts places of triangles' corners, and the components that triangles join.
void count_components(const std::vector<Triangle>& triangles, std::size_t places, SurfaceMeasures& found)
{
    std::vector<std::uint32_t> parent(places);
    std::iota(parent.begin(), parent.end(), 0U);
    std::vector<bool> is_used(places, false);
    const auto root = [&](std::uint32_t place) {
        while (parent[place] != place) place = parent[place] = parent[parent[place]];
        return place;
    };
    for (const Triangle& t : triangles) {
        for (const std::uint32_t place : t) is_used[place] = true;
        parent[root(t[1])] = root(t[0]);
        parent[root(t[2])] = root(t[0]);
    }
    for (std::uint32_t place = 0; place < places; ++place) {
        found.vertices += is_used[place] ? 1 : 0;
        found.components += is_used[place] && root(place) == place ? 1 : 0;
    }
}

}  // namespace

void SurfaceMesh::append(std::span<const std::byte> payload)
{
    const auto preamble = *model::decode_surface_preamble(payload);
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (std::uint32_t v = 0; v < preamble.vertices; ++v) {
        vertices.push_back(model::surface_vertex(payload, v));
        normals.push_back(
            model::direction_of(model::surface_normal(payload, preamble, v)).value_or(glm::vec3{0.0F}));
    }
    const auto at = [&](std::size_t corner) {
        return first + model::surface_index(payload, preamble, corner);
    };
    for (std::size_t e = 0; e < preamble.elements; ++e)
        if (preamble.corners == 3)
            triangles.push_back({at(3 * e), at(3 * e + 1), at(3 * e + 2)});
        else
            segments.push_back({at(2 * e), at(2 * e + 1)});
}

SurfaceMeasures measure(const SurfaceMesh& mesh)
{
    const Welding welding = weld(mesh.vertices);
    const std::vector<Triangle> triangles = welded_triangles(mesh, welding);
    SurfaceMeasures found{.triangles = triangles.size()};
    const bool is_closed = count_edges(triangles, found);
    count_components(triangles, welding.vertex_of.size(), found);
    const auto place = [&](std::uint32_t at) { return glm::dvec3{mesh.vertices[welding.vertex_of[at]]}; };
    double volume = 0.0;
    for (const Triangle& t : triangles) {
        const glm::dvec3 a = place(t[0]), across = glm::cross(place(t[1]) - a, place(t[2]) - a);
        found.area += 0.5 * glm::length(across);
        volume += glm::dot(a, across) / 6.0;
    }
    if (is_closed) found.enclosed_volume = volume;
    return found;
}

}  // namespace farfield::compute

#include "compute_node/volumes/boundaries/boundary_surface.h"

#include "compute_node/grids/geo.h"
#include "compute_node/volumes/surfaces/surface_parts.h"
#include "model/programs/surface.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace farfield::compute {

namespace {

constexpr float smooth_cosine = 0.8660254F;  // cosine of 30 degrees

/// The place of a node of any block.
glm::vec3 place_of(const VolumeGrid& volume, std::uint32_t node)
{
    if (volume.is_mesh()) return volume.points[node];
    const auto of =
        std::ranges::upper_bound(volume.lattices, std::size_t{node}, {}, &Lattice::first_node) - 1;
    const auto at = static_cast<int>(node - of->first_node);
    return of->position({at % of->dims.x, at / of->dims.x % of->dims.y, at / of->dims.x / of->dims.y});
}

/// Normal of a face, as long as its area: half the cross product of its diagonals, or of two sides.
glm::vec3 area_normal(const BoundaryFace& face, const VolumeGrid& volume)
{
    const auto at = [&](std::size_t corner) { return place_of(volume, face.nodes[corner]); };
    if (face.corners == 3) return 0.5F * glm::cross(at(1) - at(0), at(2) - at(0));
    return 0.5F * glm::cross(at(2) - at(0), at(3) - at(1));
}

/// The vertices of nodes: one for each set of faces with nearly one normal.
class SmoothVertices {
public:
    /// The vertex of a node for a face, by the face's normal.
    std::uint32_t vertex(std::uint32_t node, glm::vec3 area)
    {
        const float length = glm::length(area);
        const glm::vec3 unit = length > 0.0F ? area / length : area;
        std::vector<std::uint32_t>& known = of_node_[node];
        for (const std::uint32_t vertex : known)
            if (glm::dot(first_[vertex], unit) > smooth_cosine) {
                sums_[vertex] += area;
                return vertex;
            }
        const auto made = static_cast<std::uint32_t>(nodes_.size());
        known.push_back(made);
        nodes_.push_back(node);
        first_.push_back(unit);
        sums_.push_back(area);
        return made;
    }
    [[nodiscard]] std::vector<BoundaryElements::Vertex> all() const
    {
        std::vector<BoundaryElements::Vertex> vertices;
        for (std::size_t v = 0; v < nodes_.size(); ++v)
            vertices.push_back({nodes_[v], model::octahedral_of(sums_[v])});
        return vertices;
    }

private:
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> of_node_;
    std::vector<std::uint32_t> nodes_;
    std::vector<glm::vec3> first_, sums_;  ///< [vertices]: normal of the first face, and sum of all
};

/// True when a quad is cut from corner 0 to corner 2, and not from 1 to 3.
bool is_cut_at_first(const BoundaryFace& quad, const VolumeGrid& volume)
{
    const auto length = [&](std::size_t a, std::size_t b) {
        return glm::length(place_of(volume, quad.nodes[a]) - place_of(volume, quad.nodes[b]));
    };
    const float first = length(0, 2), second = length(1, 3);
    if (first != second) return first < second;
    return (std::ranges::min_element(quad.nodes) - quad.nodes.begin()) % 2 == 0;
}

/// True when an element lies in the region, and its nodes on one side of the end of the turn.
bool is_drawn(const VolumeGrid& volume, const std::optional<CellRegion>& region,
              std::span<const std::uint32_t> nodes)
{
    if (volume.is_cut_open()) {
        const auto [west, east] =
            std::ranges::minmax(nodes, {}, [&](std::uint32_t node) { return place_of(volume, node).x; });
        if (spans_turn(place_of(volume, west).x, place_of(volume, east).x)) return false;
    }
    return !region || std::ranges::all_of(
                          nodes, [&](std::uint32_t node) { return region->holds(place_of(volume, node)); });
}

/// The numbers in a part of the vertices that its elements have, in the order in which they come.
struct PartVertices {
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    std::vector<std::uint32_t> vertices;

    std::uint32_t number(std::uint32_t vertex)
    {
        const auto [at, is_new] = numbers.emplace(vertex, static_cast<std::uint32_t>(vertices.size()));
        if (is_new) vertices.push_back(vertex);
        return at->second;
    }
};

}  // namespace

BoundaryElements triangles_of(const BoundaryPatch& patch, const VolumeGrid& volume,
                              const std::optional<CellRegion>& region)
{
    BoundaryElements made;
    SmoothVertices vertices;
    for (const BoundaryFace& face : patch.faces) {
        const auto nodes = std::span(face.nodes).first(face.corners);
        if (!is_drawn(volume, region, nodes)) continue;
        const glm::vec3 area = area_normal(face, volume);
        std::array<std::uint32_t, 4> at{};
        for (std::size_t corner = 0; corner < face.corners; ++corner)
            at[corner] = vertices.vertex(nodes[corner], area);
        const bool from_first = face.corners == 3 || is_cut_at_first(face, volume);
        const std::array<std::size_t, 6> order = from_first ? std::array<std::size_t, 6>{0, 1, 2, 0, 2, 3}
                                                            : std::array<std::size_t, 6>{1, 2, 3, 1, 3, 0};
        for (std::size_t n = 0; n < (face.corners == 3 ? 3U : 6U); ++n) made.corners.push_back(at[order[n]]);
    }
    made.vertices = vertices.all();
    return made;
}

BoundaryElements segments_of(const BoundaryPatch& patch, const VolumeGrid& volume,
                             const std::optional<CellRegion>& region)
{
    BoundaryElements made{.vertices = {}, .corners = {}, .per_element = 2};
    PartVertices nodes;
    for (const auto& segment : patch.segments)
        if (is_drawn(volume, region, segment))
            for (const std::uint32_t node : segment) made.corners.push_back(nodes.number(node));
    for (const std::uint32_t node : nodes.vertices) made.vertices.push_back({node});
    return made;
}

std::vector<BoundaryPart> parts_of(const BoundaryElements& elements, std::uint64_t part_bytes)
{
    std::vector<BoundaryPart> parts(1);
    PartVertices vertices;
    for (std::size_t element = 0; element < elements.elements(); ++element) {
        const auto corners =
            std::span(elements.corners).subspan(element * elements.per_element, elements.per_element);
        const SurfaceCount most{vertices.vertices.size() + corners.size(), parts.back().count.elements + 1};
        if (bytes_of(most, elements.per_element) > part_bytes && parts.back().count.elements > 0) {
            parts.push_back({element, element, {}});
            vertices = {};
        }
        for (const std::uint32_t corner : corners) (void)vertices.number(corner);
        parts.back().end = element + 1;
        parts.back().count = {vertices.vertices.size(), parts.back().count.elements + 1};
    }
    return parts;
}

void write_part(const BoundaryElements& elements, const BoundaryPart& part, const VolumeGrid& volume,
                const ScalarField* scalar, std::span<std::byte> payload)
{
    const auto layout = model::surface_layout(part.count.vertices, part.count.elements, elements.per_element);
    const SurfaceOutput to{payload.data() + model::surface_preamble_bytes, payload.data() + layout.normals_at,
                           payload.data() + layout.elements_at};
    PartVertices vertices;
    for (std::size_t element = part.first; element < part.end; ++element) {
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t corner = 0; corner < elements.per_element; ++corner)
            corners[corner] = vertices.number(elements.corners[element * elements.per_element + corner]);
        if (elements.per_element == 3)
            to.put_element(element - part.first, corners);
        else
            to.put_element(element - part.first, std::array{corners[0], corners[1]});
    }
    for (std::size_t v = 0; v < vertices.vertices.size(); ++v) {
        const BoundaryElements::Vertex& vertex = elements.vertices[vertices.vertices[v]];
        const float s =
            scalar != nullptr ? scalar->values[vertex.node] : std::numeric_limits<float>::quiet_NaN();
        to.put_vertex(v, place_of(volume, vertex.node), s, vertex.normal);
    }
}

}  // namespace farfield::compute

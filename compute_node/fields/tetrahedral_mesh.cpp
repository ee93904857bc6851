#include "compute_node/fields/tetrahedral_mesh.h"

#include "compute_node/fields/coincident_points.h"

#include <glm/geometric.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace farfield::compute {

namespace {

bool is_degenerate(const TetrahedronCorners& t, const std::vector<glm::vec3>& points)
{
    const glm::dvec3 p0{points[t[0]]}, p1{points[t[1]]}, p2{points[t[2]]}, p3{points[t[3]]};
    const auto area = [](glm::dvec3 a, glm::dvec3 b) { return glm::length(glm::cross(a, b)); };
    const double largest_face = std::max(std::max(area(p1 - p0, p2 - p0), area(p1 - p0, p3 - p0)),
                                         std::max(area(p2 - p0, p3 - p0), area(p2 - p1, p3 - p1)));
    double longest = 0.0;
    for (const glm::dvec3 edge : {p1 - p0, p2 - p0, p3 - p0, p2 - p1, p3 - p1, p3 - p2})
        longest = std::max(longest, glm::length(edge));
    const double volume = std::abs(glm::dot(p1 - p0, glm::cross(p2 - p0, p3 - p0)));
    return !(volume > degenerate_thickness * longest * largest_face);
}

/// The other two corners of a face, and its number: four times the tetrahedron plus the corner opposite.
struct SharedFace {
    std::uint32_t middle, largest, face;
    [[nodiscard]] bool same_place(const SharedFace& other) const
    {
        return middle == other.middle && largest == other.largest;
    }
    bool operator<(const SharedFace& other) const
    {
        return std::tie(middle, largest, face) < std::tie(other.middle, other.largest, other.face);
    }
};

/// Faces by the smallest of their places. Sorting them all would take far more memory, and a place's few
/// sort quickly.
class FacesByPlace {
public:
    FacesByPlace(const std::vector<TetrahedronCorners>& tetrahedra, const std::vector<std::uint32_t>& places)
        : tetrahedra_{tetrahedra},
          places_{places},
          first_(places.size() + 1, 0),
          faces_(4 * tetrahedra.size())
    {
        for_each_face([&](std::uint32_t, std::uint32_t place) { ++first_[place + 1]; });
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        std::vector<std::uint32_t> next{first_.begin(), first_.end() - 1};
        for_each_face([&](std::uint32_t face, std::uint32_t place) { faces_[next[place]++] = face; });
    }

    /// Faces whose smallest place this is, those that coincide next to each other.
    void take(std::size_t place, std::vector<SharedFace>& sorted) const
    {
        sorted.clear();
        for (std::uint32_t i = first_[place]; i < first_[place + 1]; ++i) {
            const auto corners = sorted_corners(faces_[i]);
            sorted.push_back({corners[1], corners[2], faces_[i]});
        }
        std::sort(sorted.begin(), sorted.end());
    }

private:
    [[nodiscard]] std::array<std::uint32_t, 3> sorted_corners(std::uint32_t face) const
    {
        const TetrahedronCorners& t = tetrahedra_[face / 4];
        std::array<std::uint32_t, 3> corners{places_[t[(face + 1) % 4]], places_[t[(face + 2) % 4]],
                                             places_[t[(face + 3) % 4]]};
        std::sort(corners.begin(), corners.end());
        return corners;
    }
    template <class Visit>
    void for_each_face(const Visit& visit) const
    {
        for (std::uint32_t face = 0; face < faces_.size(); ++face) visit(face, sorted_corners(face)[0]);
    }

    const std::vector<TetrahedronCorners>& tetrahedra_;
    const std::vector<std::uint32_t>& places_;
    std::vector<std::uint32_t> first_;  ///< [places + 1], into faces_
    std::vector<std::uint32_t> faces_;
};

/// Cuts cells one at a time, by the places of their corners.
class CellCutter {
public:
    explicit CellCutter(const MeshPoints& points) : points_{points} {}

    /// The cell's tetrahedra, with its own points as corners.
    const std::vector<TetrahedronCorners>& cut(CellKind kind, const std::uint32_t* corners)
    {
        const std::size_t count = corner_count(kind);
        std::array<std::uint32_t, 8> places{};
        for (std::size_t i = 0; i < count; ++i) places[i] = points_.places[corners[i]];
        const auto half = points_.slab ? static_cast<std::uint32_t>(points_.places.size() / 2) : 0U;
        tetrahedra_.clear();
        if (points_.slab)
            append_slab(kind, places.data(), half, tetrahedra_);
        else
            append_tetrahedra(kind, places.data(), tetrahedra_);
        for (TetrahedronCorners& t : tetrahedra_)
            for (std::uint32_t& corner : t) {
                const std::uint32_t across = points_.slab && corner >= half ? half : 0U;
                const auto* at = std::find(places.begin(), places.begin() + count, corner - across);
                corner = corners[at - places.begin()] + across;
            }
        return tetrahedra_;
    }

private:
    const MeshPoints& points_;
    std::vector<TetrahedronCorners> tetrahedra_;
};

}  // namespace

MeshPoints::MeshPoints(std::vector<glm::vec3> at, bool is_slab)
    : positions{std::move(at)}, places{first_at_same_place(positions)}, slab{is_slab}
{}

TetrahedralMesh cut_cells(const CellList& cells, const MeshPoints& points)
{
    TetrahedralMesh mesh;
    CellCutter cutter{points};
    cells.for_each([&](CellKind kind, const std::uint32_t* corners) {
        if (is_flat(kind) != points.slab) return;
        const std::size_t first = mesh.corners.size();
        for (const TetrahedronCorners& t : cutter.cut(kind, corners)) {
            if (is_degenerate(t, points.positions))
                ++mesh.degenerate;
            else
                mesh.corners.push_back(t);
        }
        if (mesh.corners.size() > first) mesh.first_of_cell.push_back(static_cast<std::uint32_t>(first));
        if (mesh.corners.size() >= max_tetrahedra)
            throw std::runtime_error(
                fmt::format("the mesh's cells give more than max_tetrahedra = {}", max_tetrahedra));
    });
    return mesh;
}

std::vector<Neighbours> neighbours_of(const std::vector<TetrahedronCorners>& tetrahedra,
                                      const MeshPoints& points)
{
    const FacesByPlace faces{tetrahedra, points.places};
    std::vector<Neighbours> neighbours(tetrahedra.size(), Neighbours{-1, -1, -1, -1});
    std::vector<SharedFace> sorted;
    for (std::size_t place = 0; place < points.places.size(); ++place) {
        faces.take(place, sorted);
        for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
            const SharedFace &a = sorted[i], &b = sorted[i + 1];
            const bool is_first = i == 0 || !sorted[i - 1].same_place(a);
            if (!is_first || !a.same_place(b)) continue;
            neighbours[a.face / 4][a.face % 4] = static_cast<std::int32_t>(b.face / 4);
            neighbours[b.face / 4][b.face % 4] = static_cast<std::int32_t>(a.face / 4);
        }
    }
    return neighbours;
}

}  // namespace farfield::compute

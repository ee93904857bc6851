#include "compute_node/grids/cells/cell_of_faces.h"

#include "compute_node/grids/cells/cell_faces.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>

namespace farfield::compute {

namespace {

using Corners = std::span<const std::uint32_t>;

constexpr std::size_t most_faces = 6;

/// The faces of a polyhedron, at most six as for a hexahedron, all triangles and quads.
struct FewFaces {
    std::array<Corners, most_faces> all;
    std::size_t count = 0, triangles = 0;

    [[nodiscard]] std::span<const Corners> faces() const { return {all.data(), count}; }
};

std::optional<FewFaces> few_faces(std::span<const std::uint32_t> stream)
{
    FewFaces few;
    while (!stream.empty()) {
        const std::size_t corners = stream.front();
        if (few.count == most_faces || corners < 3 || corners > 4 || corners >= stream.size()) return {};
        few.triangles += corners == 3 ? 1 : 0;
        few.all[few.count++] = stream.subspan(1, corners);
        stream = stream.subspan(1 + corners);
    }
    return few;
}

bool has(Corners corners, std::uint32_t corner)
{
    return std::ranges::find(corners, corner) != corners.end();
}

/// Builds a cell from the corners of a base and those above it: one tip, or one over each corner of the base.
class CellOnBase {
public:
    CellOnBase(const FewFaces& few, CellKind kind, std::size_t of_base, std::size_t above)
        : few_{few},
          base_{*std::ranges::find_if(few.faces(), [&](Corners face) { return face.size() == of_base; })},
          above_{above}
    {
        cell_.kind = kind;
        std::ranges::copy(base_, cell_.corners.begin());
    }

    /// Returns the cell; none where the faces do not close it.
    [[nodiscard]] std::optional<PlainCell> build(const std::vector<glm::vec3>& points)
    {
        if (!take_above() || !is_closed(points.size())) return {};
        turn_inward(points);
        return cell_;
    }

private:
    [[nodiscard]] std::size_t of_base() const { return base_.size(); }

    /// Finds the corners joined by edges to the base's; at a tip, the same one for all.
    [[nodiscard]] bool take_above()
    {
        for (std::size_t i = 0; i < of_base(); ++i) {
            std::optional<std::uint32_t> joined;
            for (const Corners face : few_.faces()) {
                const auto at = static_cast<std::size_t>(std::ranges::find(face, base_[i]) - face.begin());
                if (face.data() == base_.data() || at == face.size()) continue;
                for (const std::uint32_t next :
                     {face[(at + 1) % face.size()], face[(at + face.size() - 1) % face.size()]}) {
                    if (has(base_, next)) continue;
                    if (joined && *joined != next) return false;
                    joined = next;
                }
            }
            if (!joined) return false;
            std::uint32_t& above = cell_.corners[of_base() + (above_ == 1 ? 0 : i)];
            if (above_ == 1 && i > 0 && above != *joined) return false;
            above = *joined;
        }
        return true;
    }

    /// True when the corners are points and differ, and the cell's sides are exactly the faces.
    [[nodiscard]] bool is_closed(std::size_t points) const
    {
        const Corners corners = cell_.points();
        for (std::size_t i = 0; i < corners.size(); ++i)
            if (corners[i] >= points || has(corners.first(i), corners[i])) return false;
        std::array<unsigned, most_faces> faces{}, sides{};  // each a bit for each of its corners
        for (std::size_t f = 0; f < few_.count; ++f)
            for (const std::uint32_t corner : few_.all[f])
                faces[f] |= 1U << static_cast<unsigned>(std::ranges::find(corners, corner) - corners.begin());
        for (std::size_t s = 0; s < most_faces; ++s)
            for (const std::int8_t corner : sides_of(cell_.kind)[s])
                if (corner >= 0) sides[s] |= 1U << static_cast<unsigned>(corner);
        std::ranges::sort(faces);
        std::ranges::sort(sides);
        return faces == sides;
    }

    /// Orders the base so that its normal points to the corners above it.
    void turn_inward(const std::vector<glm::vec3>& points)
    {
        const auto at = [&](std::size_t i) { return glm::dvec3{points[cell_.corners[i]]}; };
        glm::dvec3 normal{0.0}, up{0.0};
        for (std::size_t i = 0; i < of_base(); ++i) {
            normal += glm::cross(at(i) - at(0), at((i + 1) % of_base()) - at(0));
            up += at(of_base() + (above_ == 1 ? 0 : i)) - at(i);
        }
        if (glm::dot(normal, up) >= 0.0) return;
        const auto begin = cell_.corners.begin(), middle = begin + static_cast<std::ptrdiff_t>(of_base());
        std::reverse(begin, middle);
        if (above_ > 1) std::reverse(middle, middle + static_cast<std::ptrdiff_t>(above_));
    }

    const FewFaces& few_;
    Corners base_;
    std::size_t above_;
    PlainCell cell_;
};

}  // namespace

void append(const PlainCell& cell, CellList& cells)
{
    cells.kinds.push_back(cell.kind);
    cells.corners.insert(cells.corners.end(), cell.points().begin(), cell.points().end());
}

std::optional<PlainCell> cell_of_faces(std::span<const std::uint32_t> faces,
                                       const std::vector<glm::vec3>& points)
{
    const std::optional<FewFaces> few = few_faces(faces);
    if (!few) return {};
    const std::size_t triangles = few->triangles, quads = few->count - few->triangles;
    if (triangles == 4 && quads == 0) return CellOnBase{*few, CellKind::Tetra, 3, 1}.build(points);
    if (triangles == 4 && quads == 1) return CellOnBase{*few, CellKind::Pyramid, 4, 1}.build(points);
    if (triangles == 2 && quads == 3) return CellOnBase{*few, CellKind::Wedge, 3, 3}.build(points);
    if (triangles == 0 && quads == 6) return CellOnBase{*few, CellKind::Hexa, 4, 4}.build(points);
    return {};
}

}  // namespace farfield::compute

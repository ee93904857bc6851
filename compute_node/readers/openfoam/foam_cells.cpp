#include "compute_node/readers/openfoam/foam_cells.h"

#include <algorithm>
#include <array>

namespace farfield::compute {

namespace {

using Points = std::span<const std::uint32_t>;

/// The faces of each cell: those of cell n are faces[ends[n - 1]] to faces[ends[n]].
struct CellFaces {
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> faces;

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t cell) const
    {
        const std::size_t begin = cell == 0 ? 0 : ends[cell - 1];
        return {faces.data() + begin, ends[cell] - begin};
    }
};

CellFaces faces_of_cells(const FoamMesh& mesh)
{
    CellFaces all;
    all.ends.assign(mesh.cells + 1, 0);  // first how many each has, of the cell before
    const auto for_each_side = [&](const auto& visit) {
        for (std::uint32_t face = 0; face < mesh.owner.size(); ++face) {
            visit(mesh.owner[face], face);
            if (mesh.neighbour[face] != FoamMesh::none) visit(mesh.neighbour[face], face);
        }
    };
    for_each_side([&](std::uint32_t cell, std::uint32_t) { ++all.ends[cell + 1]; });
    for (std::size_t cell = 0; cell < mesh.cells; ++cell) all.ends[cell + 1] += all.ends[cell];
    all.faces.resize(all.ends.back());
    for_each_side([&](std::uint32_t cell, std::uint32_t face) { all.faces[all.ends[cell]++] = face; });
    all.ends.pop_back();
    return all;
}

constexpr std::size_t most_known = 8;  ///< points of a cell that is no polyhedron

/// A cell that is no polyhedron, in VTK's order.
struct KnownCell {
    CellKind kind = CellKind::Hexa;
    bool is_known = false;
    std::array<std::uint32_t, most_known> points{};
};

class ShapeOfCell {
public:
    ShapeOfCell(const FoamMesh& mesh, std::span<const std::uint32_t> faces, std::uint32_t cell)
        : mesh_{mesh}, faces_{faces}, cell_{cell}
    {}

    [[nodiscard]] KnownCell find()
    {
        std::size_t triangles = 0, quads = 0;
        for (const std::uint32_t face : faces_) {
            triangles += points_of(face).size() == 3 ? 1 : 0;
            quads += points_of(face).size() == 4 ? 1 : 0;
        }
        if (triangles + quads != faces_.size()) return {};
        if (triangles == 4 && quads == 0) return with_tip(CellKind::Tetra, 3);
        if (triangles == 4 && quads == 1) return with_tip(CellKind::Pyramid, 4);
        if (triangles == 2 && quads == 3) return with_top(CellKind::Wedge, 3);
        if (triangles == 0 && quads == 6) return with_top(CellKind::Hexa, 4);
        return {};
    }

private:
    [[nodiscard]] Points points_of(std::uint32_t face) const
    {
        const std::uint32_t begin = face == 0 ? 0 : mesh_.faces.ends[face - 1];
        return {mesh_.faces.corners.data() + begin, mesh_.faces.ends[face] - begin};
    }

    /// The first face of so many points, round the way that points into the cell.
    void take_base(std::size_t corners)
    {
        base_face_ =
            *std::ranges::find_if(faces_, [&](std::uint32_t f) { return points_of(f).size() == corners; });
        const Points face = points_of(base_face_);
        std::ranges::copy(face, found_.points.begin());
        if (mesh_.owner[base_face_] == cell_)
            std::reverse(found_.points.begin(), found_.points.begin() + corners);
        base_ = corners;
    }
    /// Which point of the base, or base_.
    [[nodiscard]] std::size_t in_base(std::uint32_t point) const
    {
        const auto* begin = found_.points.data();
        return static_cast<std::size_t>(std::find(begin, begin + base_, point) - begin);
    }

    /// A base, and one point that all others share.
    [[nodiscard]] KnownCell with_tip(CellKind kind, std::size_t corners)
    {
        take_base(corners);
        std::uint32_t tip = FoamMesh::none;
        for (const std::uint32_t face : faces_) {
            if (face == base_face_) continue;
            for (const std::uint32_t point : points_of(face)) {
                if (in_base(point) < base_) continue;
                if (tip != FoamMesh::none && tip != point) return {};
                tip = point;
            }
        }
        found_.points[base_] = tip;
        return known(kind, tip != FoamMesh::none);
    }

    /// A base, and as many points across from it.
    [[nodiscard]] KnownCell with_top(CellKind kind, std::size_t corners)
    {
        take_base(corners);
        std::array<std::uint32_t, 4> top{FoamMesh::none, FoamMesh::none, FoamMesh::none, FoamMesh::none};
        for (const std::uint32_t face : faces_) {
            if (face == base_face_) continue;
            const Points points = points_of(face);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const std::size_t below = in_base(points[i]);
                if (below == base_) continue;
                for (const std::size_t next :
                     {(i + 1) % points.size(), (i + points.size() - 1) % points.size()}) {
                    if (in_base(points[next]) < base_) continue;
                    if (top[below] != FoamMesh::none && top[below] != points[next]) return {};
                    top[below] = points[next];
                }
            }
        }
        bool is_complete = true;
        for (std::size_t i = 0; i < base_; ++i) {
            is_complete = is_complete && top[i] != FoamMesh::none;
            for (std::size_t j = 0; j < i; ++j) is_complete = is_complete && top[i] != top[j];
            found_.points[base_ + i] = top[i];
        }
        return known(kind, is_complete);
    }

    [[nodiscard]] KnownCell known(CellKind kind, bool is_complete)
    {
        for (std::size_t i = 0; i < base_; ++i)
            for (std::size_t j = 0; j < i; ++j)
                is_complete = is_complete && found_.points[i] != found_.points[j];
        found_.kind = kind;
        found_.is_known = is_complete;
        return found_;
    }

    const FoamMesh& mesh_;
    std::span<const std::uint32_t> faces_;
    std::uint32_t cell_, base_face_ = 0;
    std::size_t base_ = 0;
    KnownCell found_;
};

/// A polyhedron's faces as the cutter takes them, and its points.
void append_polyhedron(const FoamMesh& mesh, std::span<const std::uint32_t> faces,
                       std::span<const std::uint32_t> numbers, PolyhedronCutter& cutter, CellList& cells,
                       std::vector<std::uint32_t>& points)
{
    std::vector<std::uint32_t> stream;
    const std::size_t first = points.size();
    for (const std::uint32_t face : faces) {
        const std::uint32_t begin = face == 0 ? 0 : mesh.faces.ends[face - 1];
        stream.push_back(mesh.faces.ends[face] - begin);
        for (std::uint32_t i = begin; i < mesh.faces.ends[face]; ++i) {
            stream.push_back(numbers[mesh.faces.corners[i]]);
            points.push_back(stream.back());
        }
    }
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, points.end());
    points.erase(std::unique(begin, points.end()), points.end());
    constexpr std::size_t fewest = 4;  // faces, and points, of what has a volume
    if (faces.size() >= fewest && points.size() - first >= fewest) cutter.cut(stream, cells);
}

}  // namespace

FoamCellPoints append_foam_cells(const FoamMesh& mesh, std::span<const std::uint32_t> numbers,
                                 PolyhedronCutter& cutter, CellList& cells)
{
    const CellFaces faces = faces_of_cells(mesh);
    std::vector<KnownCell> known(mesh.cells);
#pragma omp parallel for schedule(static)
    for (std::size_t cell = 0; cell < mesh.cells; ++cell)
        known[cell] = ShapeOfCell{mesh, faces.of(cell), static_cast<std::uint32_t>(cell)}.find();
    FoamCellPoints points;
    points.ends.reserve(mesh.cells);
    points.points.reserve(most_known * mesh.cells);
    cells.kinds.reserve(cells.kinds.size() + mesh.cells);
    cells.corners.reserve(cells.corners.size() + most_known * mesh.cells);
    for (std::size_t cell = 0; cell < mesh.cells; ++cell) {
        if (known[cell].is_known) {
            cells.kinds.push_back(known[cell].kind);
            for (std::size_t i = 0; i < point_count(known[cell].kind); ++i) {
                cells.corners.push_back(numbers[known[cell].points[i]]);
                points.points.push_back(cells.corners.back());
            }
        } else if (!faces.of(cell).empty()) {
            append_polyhedron(mesh, faces.of(cell), numbers, cutter, cells, points.points);
        }
        points.ends.push_back(points.points.size());
    }
    return points;
}

}  // namespace farfield::compute

#include "compute_node/readers/openfoam/foam_cells.h"

#include "compute_node/grids/cells/cell_of_faces.h"
#include "compute_node/support/parallel_ranges.h"

#include <algorithm>
#include <optional>

namespace farfield::compute {

namespace {

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

/// Lists a cell's faces in the form of cell_of_faces() and the cutter. numbers: indices of the mesh's points
/// in the cutter's points.
void list_faces(const FoamMesh& mesh, std::span<const std::uint32_t> faces,
                std::span<const std::uint32_t> numbers, std::vector<std::uint32_t>& listed)
{
    listed.clear();
    for (const std::uint32_t face : faces) {
        const std::uint32_t begin = face == 0 ? 0 : mesh.faces.ends[face - 1];
        listed.push_back(mesh.faces.ends[face] - begin);
        for (std::uint32_t i = begin; i < mesh.faces.ends[face]; ++i)
            listed.push_back(numbers[mesh.faces.corners[i]]);
    }
}

/// The cells that need no cutting; none for the others.
std::vector<std::optional<PlainCell>> plain_cells(const FoamMesh& mesh, const CellFaces& faces,
                                                  std::span<const std::uint32_t> numbers,
                                                  const std::vector<glm::vec3>& all_points)
{
    std::vector<std::optional<PlainCell>> plain(mesh.cells);
    for_ranges(mesh.cells, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> listed;
        for (std::size_t cell = begin; cell < end; ++cell) {
            list_faces(mesh, faces.of(cell), numbers, listed);
            plain[cell] = cell_of_faces(listed, all_points);
        }
    });
    return plain;
}

/// Appends the corners of faces, without repetition.
void append_corners(std::span<const std::uint32_t> listed, std::vector<std::uint32_t>& points)
{
    const std::size_t first = points.size();
    for (; !listed.empty(); listed = listed.subspan(1 + listed.front())) {
        const auto corners = listed.subspan(1, listed.front());
        points.insert(points.end(), corners.begin(), corners.end());
    }
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, points.end());
    points.erase(std::unique(begin, points.end()), points.end());
}

}  // namespace

FoamCellPoints append_foam_cells(const FoamMesh& mesh, std::span<const std::uint32_t> numbers,
                                 const std::vector<glm::vec3>& all_points, PolyhedronCutter& cutter,
                                 CellList& cells)
{
    const CellFaces faces = faces_of_cells(mesh);
    const std::vector<std::optional<PlainCell>> plain = plain_cells(mesh, faces, numbers, all_points);
    FoamCellPoints points;
    points.ends.reserve(mesh.cells);
    points.points.reserve(PlainCell::most_points * mesh.cells);
    cells.kinds.reserve(cells.kinds.size() + mesh.cells);
    cells.corners.reserve(cells.corners.size() + PlainCell::most_points * mesh.cells);
    std::vector<std::uint32_t> listed;
    for (std::size_t cell = 0; cell < mesh.cells; ++cell) {
        const std::size_t first = points.points.size();
        if (plain[cell]) {
            append(*plain[cell], cells);
            points.points.insert(points.points.end(), plain[cell]->points().begin(),
                                 plain[cell]->points().end());
        } else {
            list_faces(mesh, faces.of(cell), numbers, listed);
            append_corners(listed, points.points);
            constexpr std::size_t fewest = 4;  // faces, and points, of what has a volume
            if (faces.of(cell).size() >= fewest && points.points.size() - first >= fewest)
                cutter.cut(listed, cells);
        }
        points.ends.push_back(points.points.size());
    }
    return points;
}

}  // namespace farfield::compute

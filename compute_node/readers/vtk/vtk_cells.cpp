#include "compute_node/readers/vtk/vtk_cells.h"

#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/readers/vtk/vtk_visibility.h"

#include <vtkCell.h>
#include <vtkCellArray.h>
#include <vtkCellTypes.h>
#include <vtkDataSet.h>
#include <vtkIdList.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// The kind for a type of VTK's cells, told by the points that it begins with.
struct KnownCell {
    enum class Points { AsTheyAre, ByRows, ByPlace };
    int vtk_type = VTK_EMPTY_CELL;
    CellKind kind = CellKind::Tetra;
    /// ByRows: its third and fourth corner (and seventh and eighth) are exchanged. ByPlace: cells of any
    /// degree; those of the kind's degree have its points, in another order, found by their places.
    Points points = Points::AsTheyAre;
};

constexpr std::array known_cells{
    KnownCell{VTK_TRIANGLE, CellKind::Triangle},
    KnownCell{VTK_QUAD, CellKind::Quad},
    KnownCell{VTK_PIXEL, CellKind::Quad, KnownCell::Points::ByRows},
    KnownCell{VTK_TETRA, CellKind::Tetra},
    KnownCell{VTK_PYRAMID, CellKind::Pyramid},
    KnownCell{VTK_WEDGE, CellKind::Wedge},
    KnownCell{VTK_HEXAHEDRON, CellKind::Hexa},
    KnownCell{VTK_VOXEL, CellKind::Hexa, KnownCell::Points::ByRows},
    KnownCell{VTK_QUADRATIC_TRIANGLE, CellKind::QuadraticTriangle},
    KnownCell{VTK_BIQUADRATIC_TRIANGLE, CellKind::QuadraticTriangle},
    KnownCell{VTK_QUADRATIC_LINEAR_QUAD, CellKind::Quad},
    KnownCell{VTK_QUADRATIC_QUAD, CellKind::QuadraticQuad},
    KnownCell{VTK_BIQUADRATIC_QUAD, CellKind::BiquadraticQuad},
    KnownCell{VTK_QUADRATIC_TETRA, CellKind::QuadraticTetra},
    KnownCell{VTK_QUADRATIC_PYRAMID, CellKind::QuadraticPyramid},
    KnownCell{VTK_QUADRATIC_LINEAR_WEDGE, CellKind::Wedge},
    KnownCell{VTK_QUADRATIC_WEDGE, CellKind::QuadraticWedge},
    KnownCell{VTK_BIQUADRATIC_QUADRATIC_WEDGE, CellKind::BiquadraticWedge},
    KnownCell{VTK_QUADRATIC_HEXAHEDRON, CellKind::QuadraticHexa},
    KnownCell{VTK_BIQUADRATIC_QUADRATIC_HEXAHEDRON, CellKind::QuadraticHexa},
    KnownCell{VTK_TRIQUADRATIC_HEXAHEDRON, CellKind::TriquadraticHexa},
    KnownCell{VTK_LAGRANGE_TRIANGLE, CellKind::QuadraticTriangle, KnownCell::Points::ByPlace},
    KnownCell{VTK_LAGRANGE_QUADRILATERAL, CellKind::BiquadraticQuad, KnownCell::Points::ByPlace},
    KnownCell{VTK_LAGRANGE_TETRAHEDRON, CellKind::QuadraticTetra, KnownCell::Points::ByPlace},
    KnownCell{VTK_LAGRANGE_WEDGE, CellKind::BiquadraticWedge, KnownCell::Points::ByPlace},
    KnownCell{VTK_LAGRANGE_HEXAHEDRON, CellKind::TriquadraticHexa, KnownCell::Points::ByPlace},
};

const KnownCell* find_known(int vtk_type)
{
    const auto* found = std::find_if(known_cells.begin(), known_cells.end(),
                                     [&](const KnownCell& cell) { return cell.vtk_type == vtk_type; });
    return found == known_cells.end() ? nullptr : found;
}

/// The points of a VTK cell at the places of a kind's points, in the kind's order; empty if places differ.
std::vector<vtkIdType> points_at_places(vtkCell& cell, CellKind kind)
{
    std::vector<vtkIdType> found;
    const double* at = cell.GetParametricCoords();
    const vtkIdType count = cell.GetNumberOfPoints();
    if (at == nullptr || count != static_cast<vtkIdType>(point_count(kind))) return found;
    for (const glm::dvec3 place : node_places(kind))
        for (vtkIdType i = 0; i < count; ++i)
            if (glm::distance(place, {at[3 * i], at[3 * i + 1], at[3 * i + 2]}) < 1e-6) found.push_back(i);
    return found.size() == point_count(kind) ? found : std::vector<vtkIdType>{};
}

/// The index of a point. One that is no point's is kept: the check of the mesh refuses it.
std::uint32_t point_number(vtkIdType id)
{
    constexpr std::uint32_t no_point = std::numeric_limits<std::uint32_t>::max();
    return id >= 0 && id < no_point ? static_cast<std::uint32_t>(id) : no_point;
}

/// Kinds with points in VTK's own order, by VTK's number of their type; null for others.
std::array<const KnownCell*, VTK_NUMBER_OF_CELL_TYPES> plain_cells()
{
    std::array<const KnownCell*, VTK_NUMBER_OF_CELL_TYPES> plain{};
    for (const KnownCell& cell : known_cells)
        if (cell.points == KnownCell::Points::AsTheyAre)
            plain[static_cast<std::size_t>(cell.vtk_type)] = &cell;
    return plain;
}

}  // namespace

CellReader::CellReader(vtkDataSet& data_set, const std::vector<glm::vec3>& points)
    : data_set_{data_set}, points_{points}, ids_{vtkSmartPointer<vtkIdList>::New()}, polyhedra_{points}
{}

void CellReader::read_all()
{
    const vtkIdType count = data_set_.GetNumberOfCells();
    auto* grid = vtkUnstructuredGrid::SafeDownCast(&data_set_);
    const bool has_types = grid != nullptr && grid->GetCells() != nullptr &&
                           grid->GetCellTypesArray() != nullptr &&
                           grid->GetCellTypesArray()->GetNumberOfValues() >= count;
    if (!has_types || data_set_.GetCellGhostArray() != nullptr) {
        for (vtkIdType cell = 0; cell < count; ++cell) read(cell);
        return;
    }
    cells_.kinds.reserve(static_cast<std::size_t>(count));
    cells_.corners.reserve(static_cast<std::size_t>(grid->GetCells()->GetNumberOfConnectivityIds()));
    const std::array<const KnownCell*, VTK_NUMBER_OF_CELL_TYPES> known = plain_cells();
    const unsigned char* types = grid->GetCellTypesArray()->GetPointer(0);
    grid->GetCells()->Visit([&](auto& cells) {
        const auto* corners = cells.GetConnectivity()->GetPointer(0);
        const auto* begins = cells.GetOffsets()->GetPointer(0);
        const vtkIdType end = cells.GetConnectivity()->GetNumberOfValues();
        for (vtkIdType cell = 0; cell < count; ++cell) {
            if (begins[cell] < 0 || begins[cell + 1] < begins[cell] || begins[cell + 1] > end)
                throw std::runtime_error("the offsets of its cells do not ascend, or are too large");
            const auto points = static_cast<std::size_t>(begins[cell + 1] - begins[cell]);
            const KnownCell* plain = types[cell] < known.size() ? known[types[cell]] : nullptr;
            if (plain == nullptr || points != point_count(plain->kind)) {
                read(cell);
                continue;
            }
            cells_.kinds.push_back(plain->kind);
            for (auto at = begins[cell]; at < begins[cell + 1]; ++at)
                cells_.corners.push_back(point_number(corners[at]));
        }
    });
}

void CellReader::read(vtkIdType cell)
{
    if (is_hidden_cell(data_set_, cell)) return;
    const int type = data_set_.GetCellType(cell);
    if (type == VTK_POLYHEDRON) {
        read_polyhedron(cell);
        return;
    }
    const KnownCell* known = find_known(type);
    data_set_.GetCellPoints(cell, ids_);
    if (type == VTK_POLYGON) {
        read_polygon();
        return;
    }
    if (known == nullptr || ids_->GetNumberOfIds() < static_cast<vtkIdType>(corner_count(known->kind)))
        ++others_[type];
    else if (known->points == KnownCell::Points::ByPlace)
        read_by_place(cell, known->kind);
    else
        read_points(known->kind, known->points == KnownCell::Points::ByRows);
}

void CellReader::read_points(CellKind kind, bool by_rows)
{
    const auto given = static_cast<std::size_t>(ids_->GetNumberOfIds());
    if (given < point_count(kind)) kind = traits_of(kind).by_corners;
    higher_degree_ += given > point_count(kind) ? 1 : 0;
    cells_.kinds.push_back(kind);
    for (vtkIdType i = 0; i < static_cast<vtkIdType>(point_count(kind)); ++i) {
        const bool exchanged = by_rows && (i & 2) != 0;
        cells_.corners.push_back(point_number(ids_->GetId(exchanged ? i ^ 1 : i)));
    }
}

void CellReader::read_by_place(vtkIdType cell, CellKind kind)
{
    const std::vector<vtkIdType> points = points_at_places(*data_set_.GetCell(cell), kind);
    if (points.empty()) {
        read_points(traits_of(kind).by_corners, false);
        return;
    }
    cells_.kinds.push_back(kind);
    for (const vtkIdType i : points) cells_.corners.push_back(point_number(ids_->GetId(i)));
}

/// Reads a polyhedron, of which VTK gives the number of faces first.
void CellReader::read_polyhedron(vtkIdType cell)
{
    auto* grid = vtkUnstructuredGrid::SafeDownCast(&data_set_);
    if (grid == nullptr) return;  // no other dataset has polyhedra
    grid->GetFaceStream(cell, ids_);
    faces_.clear();
    for (vtkIdType i = 1; i < ids_->GetNumberOfIds(); ++i) faces_.push_back(point_number(ids_->GetId(i)));
    if (faces_.empty())
        ++others_[VTK_POLYHEDRON];  // the file has none that this version of VTK finds
    else
        polyhedra_.add(faces_, cells_);
}

void CellReader::read_polygon()
{
    std::vector<std::uint32_t> corners;
    for (vtkIdType i = 0; i < ids_->GetNumberOfIds(); ++i) corners.push_back(point_number(ids_->GetId(i)));
    for (const std::uint32_t corner : corners)
        if (corner >= points_.size())
            throw std::runtime_error(
                fmt::format("a polygon has point {} as a corner, of {} points", corner, points_.size()));
    std::vector<TriangleCorners> triangles;
    append_triangles(corners, points_, triangles);
    ++polygons_;
    for (const TriangleCorners& t : triangles) {
        cells_.kinds.push_back(CellKind::Triangle);
        cells_.corners.insert(cells_.corners.end(), t.begin(), t.end());
    }
}

CellList CellReader::take()
{
    return std::exchange(cells_, {});
}

void CellReader::add_remarks(std::vector<std::string>& remarks) const
{
    if (higher_degree_ > 0)
        remarks.push_back(fmt::format(
            "{} cells of higher degree are taken by their corners, or as quadratic ones.", higher_degree_));
    if (polyhedra_.polyhedra() > 0)
        remarks.push_back(fmt::format("{} polyhedra were cut into {} pyramids and tetrahedra, about a point "
                                      "inside each that was added.",
                                      polyhedra_.polyhedra(), polyhedra_.pieces()));
    if (polyhedra_.folded() > 0)
        remarks.push_back(fmt::format("No point sees all faces of {} polyhedra: their pieces overlap.",
                                      polyhedra_.folded()));
    if (polygons_ > 0) remarks.push_back(fmt::format("{} polygons were cut into triangles.", polygons_));
    if (!others_.empty())
        remarks.push_back(fmt::format("Cells of other kinds were left out: {}.", left_out()));
}

std::string CellReader::left_out() const
{
    std::string text;
    for (const auto& [type, count] : others_)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count,
                            vtkCellTypes::GetClassNameFromTypeId(type));
    return text;
}

}  // namespace farfield::compute

#include "compute_node/readers/vtk_cells.h"

#include <vtkCellTypes.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkIdList.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// What a cell of VTK's is, all of it or by the corners it begins with.
struct KnownCell {
    int vtk_type = VTK_EMPTY_CELL;
    CellKind kind = CellKind::Tetra;
    bool whole = true;     ///< all points are taken, in VTK's order
    bool by_rows = false;  ///< its third and fourth corner (and seventh and eighth) are exchanged
};

constexpr std::array known_cells{
    KnownCell{VTK_TRIANGLE, CellKind::Triangle},
    KnownCell{VTK_QUAD, CellKind::Quad},
    KnownCell{VTK_PIXEL, CellKind::Quad, true, true},
    KnownCell{VTK_TETRA, CellKind::Tetra},
    KnownCell{VTK_PYRAMID, CellKind::Pyramid},
    KnownCell{VTK_WEDGE, CellKind::Wedge},
    KnownCell{VTK_HEXAHEDRON, CellKind::Hexa},
    KnownCell{VTK_VOXEL, CellKind::Hexa, true, true},
    KnownCell{VTK_QUADRATIC_TRIANGLE, CellKind::QuadraticTriangle},
    KnownCell{VTK_QUADRATIC_QUAD, CellKind::QuadraticQuad},
    KnownCell{VTK_BIQUADRATIC_QUAD, CellKind::BiquadraticQuad},
    KnownCell{VTK_QUADRATIC_TETRA, CellKind::QuadraticTetra},
    KnownCell{VTK_QUADRATIC_PYRAMID, CellKind::QuadraticPyramid},
    KnownCell{VTK_QUADRATIC_WEDGE, CellKind::QuadraticWedge},
    KnownCell{VTK_BIQUADRATIC_QUADRATIC_WEDGE, CellKind::BiquadraticWedge},
    KnownCell{VTK_QUADRATIC_HEXAHEDRON, CellKind::QuadraticHexa},
    KnownCell{VTK_TRIQUADRATIC_HEXAHEDRON, CellKind::TriquadraticHexa},
    KnownCell{VTK_BIQUADRATIC_TRIANGLE, CellKind::Triangle, false},
    KnownCell{VTK_BIQUADRATIC_QUADRATIC_HEXAHEDRON, CellKind::Hexa, false},
    KnownCell{VTK_QUADRATIC_LINEAR_WEDGE, CellKind::Wedge, false},
    KnownCell{VTK_LAGRANGE_TETRAHEDRON, CellKind::Tetra, false},
    KnownCell{VTK_LAGRANGE_WEDGE, CellKind::Wedge, false},
    KnownCell{VTK_LAGRANGE_HEXAHEDRON, CellKind::Hexa, false},
};

const KnownCell* find_known(int vtk_type)
{
    const auto* found = std::find_if(known_cells.begin(), known_cells.end(),
                                     [&](const KnownCell& cell) { return cell.vtk_type == vtk_type; });
    return found == known_cells.end() ? nullptr : found;
}

/// What cannot be a point's number stays so: whoever checks the mesh refuses it.
std::uint32_t point_number(vtkIdType id)
{
    constexpr std::uint32_t no_point = std::numeric_limits<std::uint32_t>::max();
    return id >= 0 && id < no_point ? static_cast<std::uint32_t>(id) : no_point;
}

}  // namespace

CellReader::CellReader(vtkDataSet& data_set, const std::vector<glm::vec3>& points)
    : data_set_{data_set},
      points_{points},
      hidden_{data_set.GetCellGhostArray()},
      ids_{vtkSmartPointer<vtkIdList>::New()},
      polyhedra_{points}
{}

void CellReader::read(vtkIdType cell)
{
    if (hidden_ != nullptr && (hidden_->GetValue(cell) & vtkDataSetAttributes::HIDDENCELL) != 0) return;
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
    const auto points = known == nullptr ? 0 : static_cast<vtkIdType>(point_count(known->kind));
    if (known == nullptr || ids_->GetNumberOfIds() < points) {
        ++others_[type];
        return;
    }
    higher_degree_ += known->whole ? 0 : 1;
    cells_.kinds.push_back(known->kind);
    for (vtkIdType i = 0; i < points; ++i) {
        const bool exchanged = known->by_rows && (i & 2) != 0;
        cells_.corners.push_back(point_number(ids_->GetId(exchanged ? i ^ 1 : i)));
    }
}

/// VTK gives the number of faces first.
void CellReader::read_polyhedron(vtkIdType cell)
{
    auto* grid = vtkUnstructuredGrid::SafeDownCast(&data_set_);
    if (grid == nullptr) return;  // no other dataset has polyhedra
    grid->GetFaceStream(cell, ids_);
    faces_.clear();
    for (vtkIdType i = 1; i < ids_->GetNumberOfIds(); ++i) faces_.push_back(point_number(ids_->GetId(i)));
    polyhedra_.cut(faces_, cells_);
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
        remarks.push_back(
            fmt::format("{} cells of higher degree are taken by their corners.", higher_degree_));
    if (polyhedra_.polyhedra() > 0)
        remarks.push_back(
            fmt::format("{} polyhedra were cut into {} tetrahedra, about a point inside each that was added.",
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

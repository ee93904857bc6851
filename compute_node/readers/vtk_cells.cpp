#include "compute_node/readers/vtk_cells.h"

#include <vtkCellTypes.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkIdList.h>
#include <vtkUnsignedCharArray.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace farfield::compute {

namespace {

/// What a cell of VTK's is, by the corners it begins with.
struct KnownCell {
    int vtk_type = VTK_EMPTY_CELL;
    CellKind kind = CellKind::Tetra;
    bool linear = true;
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
    KnownCell{VTK_QUADRATIC_TRIANGLE, CellKind::Triangle, false},
    KnownCell{VTK_QUADRATIC_QUAD, CellKind::Quad, false},
    KnownCell{VTK_BIQUADRATIC_QUAD, CellKind::Quad, false},
    KnownCell{VTK_QUADRATIC_TETRA, CellKind::Tetra, false},
    KnownCell{VTK_QUADRATIC_PYRAMID, CellKind::Pyramid, false},
    KnownCell{VTK_QUADRATIC_WEDGE, CellKind::Wedge, false},
    KnownCell{VTK_BIQUADRATIC_QUADRATIC_WEDGE, CellKind::Wedge, false},
    KnownCell{VTK_QUADRATIC_HEXAHEDRON, CellKind::Hexa, false},
    KnownCell{VTK_TRIQUADRATIC_HEXAHEDRON, CellKind::Hexa, false},
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

CellReader::CellReader(vtkDataSet& data_set)
    : data_set_{data_set}, hidden_{data_set.GetCellGhostArray()}, ids_{vtkSmartPointer<vtkIdList>::New()}
{}

void CellReader::read(vtkIdType cell)
{
    if (hidden_ != nullptr && (hidden_->GetValue(cell) & vtkDataSetAttributes::HIDDENCELL) != 0) return;
    const int type = data_set_.GetCellType(cell);
    const KnownCell* known = find_known(type);
    data_set_.GetCellPoints(cell, ids_);
    const auto corners = known == nullptr ? 0 : static_cast<vtkIdType>(corner_count(known->kind));
    if (known == nullptr || ids_->GetNumberOfIds() < corners) {
        ++others_[type];
        return;
    }
    higher_degree_ += known->linear ? 0 : 1;
    cells_.kinds.push_back(known->kind);
    for (vtkIdType i = 0; i < corners; ++i) {
        const bool exchanged = known->by_rows && (i & 2) != 0;
        cells_.corners.push_back(point_number(ids_->GetId(exchanged ? i ^ 1 : i)));
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

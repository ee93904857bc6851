#include "compute_node/readers/xdmf/xdmf_cells.h"

#include <vtkCellType.h>
#include <vtkIdList.h>
#include <vtkNew.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

namespace farfield::compute {

namespace {

/// XDMF's kinds of cells: name in lower case, number in mixed lists, VTK's kind, and number of points in the
/// file; 0: the file gives it. Kinds for which VTK's has fewer points are taken by their corners, as writers
/// differ in the order of the other points.
struct XdmfCell {
    std::string_view name;
    int number;
    int vtk;
    std::size_t points;
    std::size_t taken;
};
constexpr std::array xdmf_cells{XdmfCell{"polyvertex", 1, VTK_POLY_VERTEX, 0, 0},
                                XdmfCell{"polyline", 2, VTK_POLY_LINE, 0, 0},
                                XdmfCell{"polygon", 3, VTK_POLYGON, 0, 0},
                                XdmfCell{"triangle", 4, VTK_TRIANGLE, 3, 3},
                                XdmfCell{"quadrilateral", 5, VTK_QUAD, 4, 4},
                                XdmfCell{"tetrahedron", 6, VTK_TETRA, 4, 4},
                                XdmfCell{"pyramid", 7, VTK_PYRAMID, 5, 5},
                                XdmfCell{"wedge", 8, VTK_WEDGE, 6, 6},
                                XdmfCell{"hexahedron", 9, VTK_HEXAHEDRON, 8, 8},
                                XdmfCell{"polyhedron", 16, VTK_POLYHEDRON, 0, 0},
                                XdmfCell{"edge_3", 34, VTK_QUADRATIC_EDGE, 3, 3},
                                XdmfCell{"quadrilateral_9", 35, VTK_BIQUADRATIC_QUAD, 9, 9},
                                XdmfCell{"quad_9", 35, VTK_BIQUADRATIC_QUAD, 9, 9},
                                XdmfCell{"triangle_6", 36, VTK_QUADRATIC_TRIANGLE, 6, 6},
                                XdmfCell{"tri_6", 36, VTK_QUADRATIC_TRIANGLE, 6, 6},
                                XdmfCell{"quadrilateral_8", 37, VTK_QUADRATIC_QUAD, 8, 8},
                                XdmfCell{"quad_8", 37, VTK_QUADRATIC_QUAD, 8, 8},
                                XdmfCell{"tetrahedron_10", 38, VTK_QUADRATIC_TETRA, 10, 10},
                                XdmfCell{"tet_10", 38, VTK_QUADRATIC_TETRA, 10, 10},
                                XdmfCell{"pyramid_13", 39, VTK_PYRAMID, 13, 5},
                                XdmfCell{"wedge_15", 40, VTK_WEDGE, 15, 6},
                                XdmfCell{"wedge_18", 41, VTK_WEDGE, 18, 6},
                                XdmfCell{"hexahedron_20", 48, VTK_HEXAHEDRON, 20, 8},
                                XdmfCell{"hex_20", 48, VTK_HEXAHEDRON, 20, 8},
                                XdmfCell{"hexahedron_24", 49, VTK_HEXAHEDRON, 24, 8},
                                XdmfCell{"hex_24", 49, VTK_HEXAHEDRON, 24, 8},
                                XdmfCell{"hexahedron_27", 50, VTK_HEXAHEDRON, 27, 8},
                                XdmfCell{"hex_27", 50, VTK_HEXAHEDRON, 27, 8}};

class XdmfCellList {
public:
    XdmfCellList(XdmfItems& items, const XdmfTopology& topology, const std::vector<double>& numbers,
                 vtkUnstructuredGrid& grid)
        : items_{items}, topology_{topology}, numbers_{numbers}, grid_{grid}
    {}

    void add_all()
    {
        const bool is_mixed = topology_.type == "mixed";
        const auto* kind = std::ranges::find(xdmf_cells, std::string_view{topology_.type}, &XdmfCell::name);
        if (!is_mixed && kind == xdmf_cells.end())
            items_.fail(fmt::format("cells of '{}' are not read", topology_.type));
        if (is_mixed && !topology_.order.empty()) items_.fail("an Order of mixed cells is not read");
        while (at_ < numbers_.size()) {
            if (is_mixed) {
                const double number = numbers_[at_++];
                kind = std::ranges::find_if(xdmf_cells,
                                            [&](const XdmfCell& cell) { return cell.number == number; });
                if (kind == xdmf_cells.end())
                    items_.fail(fmt::format("cells of number {} are not read", number));
            }
            add(*kind, is_mixed);
        }
        for (const auto& [name, count] : by_corners_)
            items_.note(fmt::format("{} cells '{}' are taken by their corners.", count, name));
    }

private:
    /// Adds a cell. Mixed lists hold its number of points; in others it is NodesPerElement, or one.
    void add(const XdmfCell& kind, bool is_mixed)
    {
        if (kind.vtk == VTK_POLYHEDRON) {
            add_polyhedron();
            return;
        }
        std::size_t points = kind.points;
        if (points == 0 && is_mixed) points = take_count();
        if (points == 0) points = std::max<std::size_t>(topology_.nodes_of_each, 1);
        const std::span<const double> cell = take(points);
        vtkNew<vtkIdList> ids;
        for (std::size_t n = 0; n < (kind.taken > 0 ? kind.taken : points); ++n)
            ids->InsertNextId(point(cell[ordered(n, points)]));
        if (kind.taken < kind.points) ++by_corners_[std::string{kind.name}];
        grid_.InsertNextCell(kind.vtk, ids);
    }
    void add_polyhedron()
    {
        vtkNew<vtkIdList> faces;
        const std::size_t count = take_count();
        faces->InsertNextId(static_cast<vtkIdType>(count));
        for (std::size_t face = 0; face < count; ++face) {
            const std::size_t corners = take_count();
            faces->InsertNextId(static_cast<vtkIdType>(corners));
            for (const double corner : take(corners)) faces->InsertNextId(point(corner));
        }
        grid_.InsertNextCell(VTK_POLYHEDRON, faces);
    }
    [[nodiscard]] std::size_t ordered(std::size_t n, std::size_t points) const
    {
        if (topology_.order.empty()) return n;
        if (topology_.order.size() != points || topology_.order[n] >= points)
            items_.fail(fmt::format("expected an Order of {} numbers below {}", points, points));
        return topology_.order[n];
    }
    std::size_t take_count()
    {
        const double count = take(1).front();
        if (!(count >= 1.0) || count > static_cast<double>(numbers_.size()))
            items_.fail(fmt::format("a cell has {} as a number of points or faces", count));
        return static_cast<std::size_t>(count);
    }
    std::span<const double> take(std::size_t count)
    {
        if (numbers_.size() - at_ < count) items_.fail("the last cell lacks points");
        const auto taken = std::span{numbers_}.subspan(at_, count);
        at_ += count;
        return taken;
    }
    [[nodiscard]] vtkIdType point(double number) const
    {
        const double own = number - static_cast<double>(topology_.base);
        if (!(own >= 0.0) || own >= static_cast<double>(grid_.GetNumberOfPoints()))
            items_.fail(fmt::format(
                "a cell has point {}: expected one of {}{}", number, grid_.GetNumberOfPoints(),
                topology_.base == 0 ? "" : fmt::format(", from {} on (BaseOffset)", topology_.base)));
        return static_cast<vtkIdType>(own);
    }

    XdmfItems& items_;
    const XdmfTopology& topology_;
    const std::vector<double>& numbers_;
    vtkUnstructuredGrid& grid_;
    std::size_t at_ = 0;
    std::map<std::string, std::size_t> by_corners_;  ///< number of cells of each higher degree
};

}  // namespace

void add_xdmf_cells(XdmfItems& items, const XdmfTopology& topology, const std::vector<double>& numbers,
                    vtkUnstructuredGrid& grid)
{
    XdmfCellList{items, topology, numbers, grid}.add_all();
}

}  // namespace farfield::compute

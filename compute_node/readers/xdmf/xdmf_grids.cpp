#include "compute_node/readers/xdmf/xdmf_grids.h"

#include "compute_node/support/lower_case.h"

#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDoubleArray.h>
#include <vtkIdList.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkRectilinearGrid.h>
#include <vtkStructuredGrid.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>

namespace farfield::compute {

namespace {

/// XDMF's kinds of cells: name in lower case, number in mixed lists, VTK's kind, points. XDMF has VTK's order
/// of points, but of the quadratic hexahedron.
struct XdmfCell {
    std::string_view name;
    int number;
    int vtk;
    std::size_t points;
};
constexpr std::array xdmf_cells{XdmfCell{"triangle", 4, VTK_TRIANGLE, 3},
                                XdmfCell{"quadrilateral", 5, VTK_QUAD, 4},
                                XdmfCell{"tetrahedron", 6, VTK_TETRA, 4},
                                XdmfCell{"pyramid", 7, VTK_PYRAMID, 5},
                                XdmfCell{"wedge", 8, VTK_WEDGE, 6},
                                XdmfCell{"hexahedron", 9, VTK_HEXAHEDRON, 8},
                                XdmfCell{"triangle_6", 36, VTK_QUADRATIC_TRIANGLE, 6},
                                XdmfCell{"tri_6", 36, VTK_QUADRATIC_TRIANGLE, 6},
                                XdmfCell{"quadrilateral_8", 37, VTK_QUADRATIC_QUAD, 8},
                                XdmfCell{"quad_8", 37, VTK_QUADRATIC_QUAD, 8},
                                XdmfCell{"tetrahedron_10", 38, VTK_QUADRATIC_TETRA, 10},
                                XdmfCell{"tet_10", 38, VTK_QUADRATIC_TETRA, 10}};

class GridReader {
public:
    GridReader(XdmfItems& items, vtkXMLDataElement& grid, vtkXMLDataElement& first, std::uint64_t max_nodes)
        : items_{items}, grid_{grid}, first_{first}, max_nodes_{max_nodes}
    {}

    vtkSmartPointer<vtkDataSet> read()
    {
        vtkXMLDataElement& topology = part("Topology");
        std::string type = lower_case(xdmf_attribute(topology, "TopologyType"));
        if (type.empty()) type = lower_case(xdmf_attribute(topology, "Type"));
        vtkSmartPointer<vtkDataSet> data;
        if (type.ends_with("corectmesh"))
            data = uniform(topology);
        else if (type.ends_with("rectmesh"))
            data = rectilinear(topology);
        else if (type.ends_with("smesh"))
            data = structured(topology);
        else
            data = cells(topology, type);
        add_attributes(*data);
        return data;
    }

private:
    /// Of this grid, or where that includes another's, of that.
    vtkXMLDataElement& part(const char* name) const
    {
        if (const auto own = xdmf_within(grid_, name); !own.empty()) return items_.referred(*own.front());
        if (vtkXMLDataElement* other = included())
            if (const auto shared = xdmf_within(*other, name); !shared.empty())
                return items_.referred(*shared.front());
        items_.fail(fmt::format("grid '{}' has no {}", xdmf_attribute(grid_, "Name"), name));
    }
    /// The grid that an XInclude points to: by its name, "//Grid[@Name=\"mesh\"]/...", or of a series of that
    /// name the first; else the first of all. Null where there is none.
    vtkXMLDataElement* included() const
    {
        for (int i = 0; i < grid_.GetNumberOfNestedElements(); ++i) {
            vtkXMLDataElement& nested = *grid_.GetNestedElement(i);
            const std::string_view name = nested.GetName() == nullptr ? "" : nested.GetName();
            if (!name.ends_with(":include")) continue;  // with any prefix
            if (nested.GetAttribute("href") != nullptr)
                items_.fail(fmt::format("includes '{}': what is in other files is not read",
                                        nested.GetAttribute("href")));
            const std::string pointer = xdmf_attribute(nested, "xpointer");
            constexpr std::string_view before = "//Grid[@Name=";
            const std::size_t at = pointer.find(before);
            if (at == std::string::npos) return &first_;
            const std::size_t begin = at + before.size() + 1;
            vtkXMLDataElement* found =
                grid_named(items_.root(), pointer.substr(begin, pointer.find_first_of("'\"", begin) - begin));
            while (found != nullptr && !xdmf_within(*found, "Grid").empty())
                found = xdmf_within(*found, "Grid").front();
            return found == &grid_ ? nullptr : found;
        }
        return nullptr;
    }
    static vtkXMLDataElement* grid_named(vtkXMLDataElement& within, const std::string& name, int depth = 0)
    {
        constexpr int deepest = 16;
        for (const char* kind : {"Domain", "Grid"})
            for (vtkXMLDataElement* nested : xdmf_within(within, kind)) {
                if (std::string_view{kind} == "Grid" && xdmf_attribute(*nested, "Name") == name)
                    return nested;
                if (depth < deepest)
                    if (vtkXMLDataElement* found = grid_named(*nested, name, depth + 1)) return found;
            }
        return nullptr;
    }
    std::vector<vtkXMLDataElement*> items_of(vtkXMLDataElement& element) const
    {
        return xdmf_within(element, "DataItem");
    }
    void check_nodes(std::uint64_t nodes) const
    {
        if (nodes > max_nodes_) items_.fail(fmt::format("{} nodes exceed max_nodes = {}", nodes, max_nodes_));
    }

    /// Nodes along i, j, k: the file has the slowest first.
    std::array<int, 3> dims_of(vtkXMLDataElement& topology) const
    {
        const char* text = topology.GetAttribute("Dimensions");
        std::vector<std::uint64_t> dims =
            XdmfItems::dims(text != nullptr ? text : topology.GetAttribute("NumberOfElements"));
        std::reverse(dims.begin(), dims.end());
        dims.resize(3, 1);
        std::uint64_t nodes = 1;
        for (const std::uint64_t length : dims) {
            if (length == 0 || length > (1U << 28U)) items_.fail("a Topology has no nodes, or too many");
            nodes = std::min<std::uint64_t>(nodes * length, std::uint64_t{1} << 40U);
        }
        check_nodes(nodes);
        return {static_cast<int>(dims[0]), static_cast<int>(dims[1]), static_cast<int>(dims[2])};
    }

    vtkSmartPointer<vtkDataSet> uniform(vtkXMLDataElement& topology)
    {
        const auto parts = items_of(part("Geometry"));
        if (parts.size() < 2) items_.fail("expected an origin and a spacing in the Geometry");
        std::vector<double> origin = items_.numbers(*parts[0]), spacing = items_.numbers(*parts[1]);
        for (auto* along : {&origin, &spacing}) {
            std::reverse(along->begin(), along->end());
            along->resize(3, along == &spacing ? 1.0 : 0.0);
        }
        vtkNew<vtkImageData> data;
        data->SetDimensions(dims_of(topology).data());
        data->SetOrigin(origin.data());
        data->SetSpacing(spacing.data());
        return data.Get();
    }

    vtkSmartPointer<vtkDataSet> rectilinear(vtkXMLDataElement& topology)
    {
        vtkNew<vtkRectilinearGrid> data;
        const auto dims = dims_of(topology);
        data->SetDimensions(dims.data());
        const auto parts = items_of(part("Geometry"));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::vector<double> along =
                axis < parts.size() ? items_.numbers(*parts[axis]) : std::vector<double>{0.0};
            if (along.size() != static_cast<std::size_t>(dims[axis]))
                items_.fail(fmt::format("expected {} coordinates along {}, found {}", dims[axis], "xyz"[axis],
                                        along.size()));
            const auto values = to_array(along, 1);
            if (axis == 0) data->SetXCoordinates(values);
            if (axis == 1) data->SetYCoordinates(values);
            if (axis == 2) data->SetZCoordinates(values);
        }
        return data.Get();
    }

    vtkSmartPointer<vtkDataSet> structured(vtkXMLDataElement& topology)
    {
        vtkNew<vtkStructuredGrid> data;
        data->SetDimensions(dims_of(topology).data());
        const auto points = read_points();
        if (points->GetNumberOfPoints() != data->GetNumberOfPoints() && points->GetNumberOfPoints() > 0) {
            const auto dims = dims_of(topology);
            if (std::int64_t{dims[0]} * dims[1] * dims[2] != points->GetNumberOfPoints())
                items_.fail("the Geometry has another number of points than the Topology");
        }
        data->SetPoints(points);
        return data.Get();
    }

    vtkSmartPointer<vtkPoints> read_points()
    {
        vtkXMLDataElement& geometry = part("Geometry");
        std::string type = lower_case(xdmf_attribute(geometry, "GeometryType"));
        if (type.empty()) type = lower_case(xdmf_attribute(geometry, "Type"));
        const auto parts = items_of(geometry);
        if (parts.empty()) items_.fail("a Geometry has no DataItem");
        const auto points = vtkSmartPointer<vtkPoints>::New();
        points->SetDataTypeToDouble();
        if (type == "x_y_z" || type == "x_y") {
            std::vector<std::vector<double>> along;
            for (vtkXMLDataElement* item : parts) along.push_back(items_.numbers(*item));
            along.resize(3, std::vector<double>(along.front().size(), 0.0));
            if (along[1].size() != along[0].size() || along[2].size() != along[0].size())
                items_.fail("coordinates differ in their numbers");
            for (std::size_t n = 0; n < along[0].size(); ++n)
                points->InsertNextPoint(along[0][n], along[1][n], along[2][n]);
        } else {
            const std::size_t axes = type == "xy" ? 2 : 3;
            const std::vector<double> all = items_.numbers(*parts.front());
            for (std::size_t n = 0; n + axes <= all.size(); n += axes)
                points->InsertNextPoint(all[n], all[n + 1], axes == 3 ? all[n + 2] : 0.0);
        }
        check_nodes(static_cast<std::uint64_t>(points->GetNumberOfPoints()));
        return points;
    }

    vtkSmartPointer<vtkDataSet> cells(vtkXMLDataElement& topology, const std::string& type)
    {
        vtkNew<vtkUnstructuredGrid> data;
        const auto points = read_points();
        data->SetPoints(points);
        const auto parts = items_of(topology);
        if (parts.empty()) items_.fail("a Topology has no DataItem");
        const std::vector<double> numbers = items_.numbers(*parts.front());
        const auto* kind = std::ranges::find(xdmf_cells, std::string_view{type}, &XdmfCell::name);
        if (type != "mixed" && kind == xdmf_cells.end())
            items_.fail(fmt::format("cells of '{}' are not read", type));
        for (std::size_t at = 0; at < numbers.size();) {
            if (type == "mixed") {
                kind = std::ranges::find(xdmf_cells, static_cast<int>(numbers[at++]), &XdmfCell::number);
                if (kind == xdmf_cells.end())
                    items_.fail(fmt::format("cells of number {} are not read", numbers[at - 1]));
            }
            if (numbers.size() - at < kind->points) items_.fail("the last cell lacks points");
            add_cell(*data, *kind, std::span{numbers}.subspan(at, kind->points));
            at += kind->points;
        }
        return data.Get();
    }
    void add_cell(vtkUnstructuredGrid& data, const XdmfCell& kind, std::span<const double> corners) const
    {
        vtkNew<vtkIdList> ids;
        for (const double corner : corners) {
            if (!(corner >= 0.0) || corner >= static_cast<double>(data.GetNumberOfPoints()))
                items_.fail(
                    fmt::format("a cell has point {}: expected one of {}", corner, data.GetNumberOfPoints()));
            ids->InsertNextId(static_cast<vtkIdType>(corner));
        }
        data.InsertNextCell(kind.vtk, ids);
    }

    static vtkSmartPointer<vtkDoubleArray> to_array(const std::vector<double>& values, int components)
    {
        const auto array = vtkSmartPointer<vtkDoubleArray>::New();
        array->SetNumberOfComponents(components);
        array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
        std::copy(values.begin(), values.end(), array->GetPointer(0));
        return array;
    }

    void add_attributes(vtkDataSet& data)
    {
        for (vtkXMLDataElement* attribute : xdmf_within(grid_, "Attribute")) {
            const auto parts = items_of(*attribute);
            const std::string center = lower_case(xdmf_attribute(*attribute, "Center"));
            const bool of_cells = center == "cell";
            if (parts.empty() || (!of_cells && center != "node" && !center.empty())) continue;
            const std::vector<double> values = items_.numbers(*parts.front());
            const auto tuples =
                static_cast<std::size_t>(of_cells ? data.GetNumberOfCells() : data.GetNumberOfPoints());
            const std::size_t components = tuples == 0 ? 0 : values.size() / tuples;
            if (components == 0 || components * tuples != values.size() || components > 9)
                items_.fail(fmt::format("attribute '{}' has {} numbers for {} {}",
                                        xdmf_attribute(*attribute, "Name"), values.size(), tuples,
                                        of_cells ? "cells" : "nodes"));
            const auto array = to_array(values, static_cast<int>(components));
            array->SetName(xdmf_attribute(*attribute, "Name").c_str());
            if (of_cells)
                data.GetCellData()->AddArray(array);
            else
                data.GetPointData()->AddArray(array);
        }
    }

    XdmfItems& items_;
    vtkXMLDataElement &grid_, &first_;
    std::uint64_t max_nodes_;
};

}  // namespace

vtkSmartPointer<vtkDataSet> xdmf_grid(XdmfItems& items, vtkXMLDataElement& grid, vtkXMLDataElement& first,
                                      std::uint64_t max_nodes)
{
    return GridReader{items, grid, first, max_nodes}.read();
}

}  // namespace farfield::compute

#include "compute_node/readers/xdmf/xdmf_grids.h"

#include "compute_node/readers/xdmf/xdmf_cells.h"
#include "compute_node/support/lower_case.h"

#include <vtkCellData.h>
#include <vtkDoubleArray.h>
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
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

/// An element's attribute, by its name in version 3 or else in version 2; the value in lower case.
std::string type_of(vtkXMLDataElement& element, const char* name)
{
    const std::string type = lower_case(xdmf_attribute(element, name));
    return type.empty() ? lower_case(xdmf_attribute(element, "Type")) : type;
}

/// The text of an error without "cannot read 'FILE': ".
std::string reason_of(const std::exception& error)
{
    const std::string_view what = error.what();
    const std::size_t at = what.starts_with("cannot read '") ? what.find("': ") : std::string_view::npos;
    return std::string{at == std::string_view::npos ? what : what.substr(at + 3)};
}

class GridReader {
public:
    GridReader(XdmfItems& items, vtkXMLDataElement& grid, std::uint64_t max_nodes)
        : items_{items}, grid_{grid}, max_nodes_{max_nodes}
    {}

    vtkSmartPointer<vtkDataSet> read()
    {
        vtkXMLDataElement& topology = part("Topology");
        const std::string type = type_of(topology, "TopologyType");
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
    /// The Topology or Geometry of this grid. To a Topology that is included alone belongs the Geometry
    /// beside it.
    vtkXMLDataElement& part(const char* name) const
    {
        if (const auto own = items_.within(grid_, name); !own.empty()) return items_.referred(*own.front());
        const std::string grid = xdmf_attribute(grid_, "Name");
        for (vtkXMLDataElement* topology : items_.within(grid_, "Topology")) {
            vtkXMLDataElement* const other = topology->GetParent();
            if (other == nullptr || other == &grid_) continue;
            const auto beside = items_.within(*other, name);
            if (beside.empty()) continue;
            items_.note(fmt::format("Grid '{}' includes a Topology alone: the {} beside that is taken, too.",
                                    grid, name));
            return items_.referred(*beside.front());
        }
        items_.fail(fmt::format("grid '{}' has no {}", grid, name));
    }
    std::vector<vtkXMLDataElement*> items_of(vtkXMLDataElement& element) const
    {
        return items_.within(element, "DataItem");
    }
    void check_nodes(std::uint64_t nodes) const
    {
        if (nodes > max_nodes_) items_.fail(fmt::format("{} nodes exceed max_nodes = {}", nodes, max_nodes_));
    }

    /// Numbers of nodes along i, j, k; the file has the slowest first.
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

    /// Throws for other kinds of geometry; version 2 may omit the kind.
    void check_geometry(std::initializer_list<std::string_view> kinds) const
    {
        const std::string type = type_of(part("Geometry"), "GeometryType");
        if (!type.empty() && std::ranges::find(kinds, type) == kinds.end())
            items_.fail(
                fmt::format("a Geometry of type '{}' is not read here; expected {}", type, *kinds.begin()));
    }

    vtkSmartPointer<vtkDataSet> uniform(vtkXMLDataElement& topology)
    {
        check_geometry({"origin_dxdydz", "origin_dxdy"});
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
        check_geometry({"vxvyvz", "vxvy"});
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
        const std::string type = type_of(geometry, "GeometryType");
        check_geometry({"xyz", "xy", "x_y_z", "x_y"});
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
            if (all.size() % axes != 0)
                items_.fail(
                    fmt::format("a Geometry of {} coordinates each has {} numbers", axes, all.size()));
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
        XdmfTopology about{type, 0, 0, {}};
        const auto number = [&](const char* name) {
            return std::strtoll(xdmf_attribute(topology, name).c_str(), nullptr, 10);
        };
        about.base = number("BaseOffset");
        about.nodes_of_each = static_cast<std::size_t>(std::max(number("NodesPerElement"), 0LL));
        about.order = XdmfItems::dims(topology.GetAttribute("Order"));
        add_xdmf_cells(items_, about, items_.numbers(*parts.front()), *data);
        return data.Get();
    }

    static vtkSmartPointer<vtkDoubleArray> to_array(const std::vector<double>& values, int components)
    {
        const auto array = vtkSmartPointer<vtkDoubleArray>::New();
        array->SetNumberOfComponents(components);
        array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
        std::copy(values.begin(), values.end(), array->GetPointer(0));
        return array;
    }

    /// Adds the attributes. Those not understood are left out with a remark, unless none is left.
    void add_attributes(vtkDataSet& data)
    {
        std::string first_fault;
        bool has_some = false;
        for (vtkXMLDataElement* given : items_.within(grid_, "Attribute")) {
            try {
                add_attribute(items_.referred(*given), data);
                has_some = true;
            } catch (const std::runtime_error& error) {
                const std::string name = xdmf_attribute(*given, "Name");
                const bool names_file = std::string_view{error.what()}.starts_with("cannot read '");
                if (first_fault.empty())
                    first_fault =
                        names_file ? error.what() : fmt::format("attribute '{}': {}", name, error.what());
                items_.note(fmt::format("Attribute '{}' is left out: {}.", name, reason_of(error)));
            }
        }
        if (!has_some && !first_fault.empty()) items_.fail(first_fault);
    }
    void add_attribute(vtkXMLDataElement& attribute, vtkDataSet& data)
    {
        const auto parts = items_of(attribute);
        const std::string center = lower_case(xdmf_attribute(attribute, "Center"));
        const bool of_cells = center == "cell";
        if (!of_cells && center != "node" && !center.empty())
            items_.fail(fmt::format("its Center is '{}', expected Node or Cell", center));
        if (!xdmf_attribute(attribute, "ItemType").empty() ||
            lower_case(xdmf_attribute(attribute, "Type")) == "finiteelementfunction")
            items_.fail("functions of finite elements are not read");
        if (parts.empty()) items_.fail("it has no DataItem");
        const std::string name = xdmf_attribute(attribute, "Name");
        if (name.empty()) items_.fail("it has no Name");
        const std::vector<double> values = items_.numbers(*parts.front());
        const auto tuples =
            static_cast<std::size_t>(of_cells ? data.GetNumberOfCells() : data.GetNumberOfPoints());
        const std::size_t components = tuples == 0 ? 0 : values.size() / tuples;
        constexpr std::size_t most_components = 9;
        if (components == 0 || components * tuples != values.size() || components > most_components)
            items_.fail(fmt::format("it has {} numbers for {} {}", values.size(), tuples,
                                    of_cells ? "cells" : "nodes"));
        const auto array = to_array(values, static_cast<int>(components));
        array->SetName(name.c_str());
        if (of_cells)
            data.GetCellData()->AddArray(array);
        else
            data.GetPointData()->AddArray(array);
    }

    XdmfItems& items_;
    vtkXMLDataElement& grid_;
    std::uint64_t max_nodes_;
};

}  // namespace

vtkSmartPointer<vtkDataSet> xdmf_grid(XdmfItems& items, vtkXMLDataElement& grid, std::uint64_t max_nodes)
{
    return GridReader{items, grid, max_nodes}.read();
}

}  // namespace farfield::compute

#include "compute_node/readers/vtkhdf/vtkhdf_pieces.h"

#include "compute_node/readers/vtk/files/polyhedron_faces.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkIdTypeArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace farfield::compute {

namespace {

using Pieces = std::vector<vtkSmartPointer<vtkDataSet>>;

template <class Array, class Number>
vtkSmartPointer<vtkDataArray> array_of(std::span<const Number> values, int components)
{
    const auto array = vtkSmartPointer<Array>::New();
    array->SetNumberOfComponents(components);
    array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
    std::copy(values.begin(), values.end(), array->GetPointer(0));
    return array;
}

template <class Number>
std::vector<vtkIdType> ids_of(const std::vector<Number>& numbers)
{
    return {numbers.begin(), numbers.end()};
}

/// The rows of a part in the arrays: where they begin, and how many there are.
struct Part {
    std::uint64_t index = 0;  ///< index among all parts of the file
    std::uint64_t first_point = 0, points = 0, first_cell = 0, cells = 0, first_id = 0, ids = 0;
    std::uint64_t points_before = 0, cells_before = 0;  ///< numbers before it, in this time step
};

class PieceReader {
public:
    PieceReader(const Hdf5File& file, std::string group, std::size_t time_step, std::uint64_t max_nodes)
        : file_{file},
          group_{std::move(group)},
          step_{time_step},
          max_nodes_{max_nodes},
          is_timed_{file.has(in("Steps"))}
    {}

    Pieces read()
    {
        const std::string type = file_.attribute_text(group_, "Type");
        if (type == "ImageData") return {image()};
        if (type == "UnstructuredGrid") return mesh();
        file_.fail(fmt::format("'{}' is a VTKHDF dataset of type '{}'; expected ImageData or "
                               "UnstructuredGrid, or blocks of these",
                               group_, type));
    }

private:
    [[nodiscard]] std::string in(const std::string& name) const { return group_ + "/" + name; }

    /// The first row of this time step; none where the file does not say.
    [[nodiscard]] std::optional<std::uint64_t> offset(const std::string& name) const
    {
        const std::string at = in("Steps/" + name);
        if (!is_timed_ || !file_.has(at)) return std::nullopt;
        const std::vector<std::int64_t> found = file_.integers(at, {step_, 1});
        if (found.empty() || found.front() < 0) file_.fail(fmt::format("'{}' is negative", at));
        return static_cast<std::uint64_t>(found.front());
    }
    void check_nodes(std::uint64_t nodes) const
    {
        if (nodes > max_nodes_) file_.fail(fmt::format("{} nodes exceed max_nodes = {}", nodes, max_nodes_));
    }
    /// The numbers of points, cells and so on of all parts: at most 2^40 each, not negative.
    [[nodiscard]] std::vector<std::uint64_t> counts(const std::string& name) const
    {
        constexpr std::int64_t most = std::int64_t{1} << 40U;
        std::vector<std::uint64_t> all;
        for (const std::int64_t count : file_.integers(in(name))) {
            if (count < 0 || count > most) file_.fail(fmt::format("'{}' has {}", in(name), count));
            all.push_back(static_cast<std::uint64_t>(count));
        }
        return all;
    }

    [[nodiscard]] vtkSmartPointer<vtkDataSet> image() const
    {
        const std::vector<double> extent = file_.attribute_numbers(group_, "WholeExtent");
        if (extent.size() != 6)
            file_.fail(fmt::format("expected six numbers in WholeExtent of '{}'", group_));
        std::array<int, 6> whole{};
        double nodes = 1.0;
        constexpr double most = 1 << 28U;
        for (std::size_t i = 0; i < 6; ++i) {
            if (!(std::abs(extent[i]) <= most)) file_.fail("its WholeExtent has numbers that are too large");
            whole[i] = static_cast<int>(extent[i]);
        }
        for (std::size_t i = 0; i < 6; i += 2) nodes *= 1.0 + whole[i + 1] - whole[i];
        if (!(nodes >= 1.0)) file_.fail("its WholeExtent has no nodes");
        check_nodes(nodes < 1e18 ? static_cast<std::uint64_t>(nodes) : max_nodes_ + 1);
        const auto data = vtkSmartPointer<vtkImageData>::New();
        data->SetExtent(whole.data());
        if (const auto origin = file_.attribute_numbers(group_, "Origin"); origin.size() == 3)
            data->SetOrigin(origin.data());
        if (const auto spacing = file_.attribute_numbers(group_, "Spacing"); spacing.size() == 3)
            data->SetSpacing(spacing.data());
        if (const auto turned = file_.attribute_numbers(group_, "Direction"); turned.size() == 9)
            data->SetDirectionMatrix(turned.data());
        add_lattice_arrays("PointData", *data->GetPointData(), *data, data->GetNumberOfPoints(), 1);
        add_lattice_arrays("CellData", *data->GetCellData(), *data, data->GetNumberOfCells(), 0);
        return data;
    }

    /// Adds arrays, which are [k][j][i], and [time][k][j][i] where there are steps.
    void add_lattice_arrays(const std::string& kind, vtkDataSetAttributes& to, vtkImageData& image,
                            vtkIdType tuples, int more) const
    {
        std::array<int, 6> extent{};
        image.GetExtent(extent.data());
        std::vector<std::uint64_t> shape;
        for (int axis = 2; axis >= 0; --axis)
            shape.push_back(
                static_cast<std::uint64_t>(std::max(1, extent[2 * axis + 1] - extent[2 * axis] + more)));
        for (const std::string& name : file_.names_in(in(kind))) {
            const std::string at = in(kind + "/" + name);
            const std::vector<std::uint64_t> dims = file_.dims_of(at);
            if (!file_.is_numbers(at)) continue;
            const auto has_shape = [&](std::size_t from) {
                return dims.size() >= from + 3 &&
                       std::equal(shape.begin(), shape.end(),
                                  dims.begin() + static_cast<std::ptrdiff_t>(from));
            };
            const bool by_time = is_timed_ && has_shape(1) && dims.size() <= 5;
            if (!by_time && !has_shape(0))
                file_.fail(fmt::format("'{}' has not the size of its lattice of {} x {} x {}", at, shape[2],
                                       shape[1], shape[0]));
            const Hdf5Rows rows =
                by_time ? Hdf5Rows{offset(kind + "Offsets/" + name).value_or(step_), 1} : Hdf5Rows{};
            std::uint64_t components = 1;
            for (std::size_t i = by_time ? 4 : 3; i < dims.size(); ++i) components *= dims[i];
            add_array(at, name, rows, tuples, components, to);
        }
        mark_vectors(kind, to);
    }

    void add_array(const std::string& at, const std::string& name, Hdf5Rows rows, vtkIdType tuples,
                   std::uint64_t components, vtkDataSetAttributes& to) const
    {
        constexpr std::uint64_t most = 9;
        if (components == 0 || components > most) return;
        vtkSmartPointer<vtkDataArray> array;
        const auto parts = static_cast<int>(components);
        if (name == vtkDataSetAttributes::GhostArrayName()) {
            const std::vector<std::int64_t> marks = file_.integers(at, rows);
            array = array_of<vtkUnsignedCharArray>(std::span{marks}, parts);
        } else if (file_.is_binary32(at)) {
            const std::vector<float> values = file_.singles(at, rows);
            array = array_of<vtkFloatArray>(std::span{values}, parts);
        } else {
            const std::vector<double> values = file_.reals(at, rows);
            array = array_of<vtkDoubleArray>(std::span{values}, parts);
        }
        if (array->GetNumberOfTuples() != tuples)
            file_.fail(fmt::format("'{}' has {} rows: expected {}", at, array->GetNumberOfTuples(), tuples));
        array->SetName(name.c_str());
        to.AddArray(array);
    }

    /// The array that the file marks as its vectors: an attribute of it since version 2, of the group before.
    void mark_vectors(const std::string& kind, vtkDataSetAttributes& to) const
    {
        std::string marked = file_.attribute_text(in(kind), "Vectors");
        for (const std::string& name : file_.names_in(in(kind)))
            if (file_.attribute_text(in(kind + "/" + name), "Attribute") == "Vectors") marked = name;
        if (!marked.empty()) to.SetActiveVectors(marked.c_str());
    }

    /// The parts of this time step.
    [[nodiscard]] std::vector<Part> parts() const
    {
        const auto points = counts("NumberOfPoints"), cells = counts("NumberOfCells"),
                   ids = counts("NumberOfConnectivityIds");
        if (points.empty() || cells.size() != points.size() || ids.size() != points.size())
            file_.fail(fmt::format("'{}' has {} NumberOfPoints, {} NumberOfCells, {} NumberOfConnectivityIds",
                                   group_, points.size(), cells.size(), ids.size()));
        const std::uint64_t first = offset("PartOffsets").value_or(0);
        const std::uint64_t count = offset("NumberOfParts").value_or(is_timed_ ? 1 : points.size());
        if (first > points.size() || count > points.size() - first)
            file_.fail(fmt::format("'{}' has {} parts: expected {} from {} on", group_, points.size(), count,
                                   first));
        Part next{.index = first,
                  .first_point = offset("PointOffsets").value_or(0),
                  .first_cell = offset("CellOffsets").value_or(0),
                  .first_id = offset("ConnectivityIdOffsets").value_or(0)};
        std::vector<Part> all;
        for (std::uint64_t p = first; p < first + count; ++p) {
            next.index = p;
            next.points = points[p], next.cells = cells[p], next.ids = ids[p];
            all.push_back(next);
            next.first_point += next.points, next.first_cell += next.cells, next.first_id += next.ids;
            next.points_before += next.points, next.cells_before += next.cells;
            check_nodes(next.points_before);
        }
        return all;
    }

    Pieces mesh()
    {
        Pieces pieces;
        for (const Part& part : parts()) pieces.push_back(mesh_part(part));
        return pieces;
    }

    [[nodiscard]] vtkSmartPointer<vtkDataSet> mesh_part(const Part& part) const
    {
        const auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
        vtkNew<vtkPoints> points;
        if (file_.is_binary32(in("Points"))) {
            const auto places = file_.singles(in("Points"), {part.first_point, part.points});
            points->SetData(array_of<vtkFloatArray>(std::span{places}, 3));
        } else {
            const auto places = file_.reals(in("Points"), {part.first_point, part.points});
            points->SetData(array_of<vtkDoubleArray>(std::span{places}, 3));
        }
        if (static_cast<std::uint64_t>(points->GetNumberOfPoints()) != part.points)
            file_.fail(fmt::format("'{}' has not three numbers a point", in("Points")));
        grid->SetPoints(points);
        set_cells(part, *grid);
        set_faces(part, *grid);
        add_mesh_arrays("PointData", part.points, part.first_point, part.points_before,
                        *grid->GetPointData());
        add_mesh_arrays("CellData", part.cells, part.first_cell, part.cells_before, *grid->GetCellData());
        return grid;
    }

    /// Sets the cells; each part has one offset more than it has cells.
    void set_cells(const Part& part, vtkUnstructuredGrid& grid) const
    {
        const auto offsets = file_.integers(in("Offsets"), {part.first_cell + part.index, part.cells + 1});
        const auto corners = file_.integers(in("Connectivity"), {part.first_id, part.ids});
        const auto types = file_.integers(in("Types"), {part.first_cell, part.cells});
        const bool ascend = std::is_sorted(offsets.begin(), offsets.end());
        if (!ascend || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(corners.size()))
            file_.fail(fmt::format("the Offsets of '{}' are not those of its {} Connectivity", group_,
                                   corners.size()));
        for (const std::int64_t corner : corners)
            if (corner < 0 || corner >= static_cast<std::int64_t>(part.points))
                file_.fail(fmt::format("a cell of '{}' has point {} of {}", group_, corner, part.points));
        vtkNew<vtkCellArray> cells;
        vtkNew<vtkIdTypeArray> at, of;
        at->SetNumberOfValues(static_cast<vtkIdType>(offsets.size()));
        of->SetNumberOfValues(static_cast<vtkIdType>(corners.size()));
        std::copy(offsets.begin(), offsets.end(), at->GetPointer(0));
        std::copy(corners.begin(), corners.end(), of->GetPointer(0));
        cells->SetData(at, of);
        vtkNew<vtkUnsignedCharArray> kinds;
        kinds->SetNumberOfValues(static_cast<vtkIdType>(types.size()));
        std::transform(types.begin(), types.end(), kinds->GetPointer(0), [](std::int64_t type) {
            return type < 0 || type > 255 ? std::uint8_t{0} : static_cast<std::uint8_t>(type);
        });
        grid.SetCells(kinds, cells, nullptr, nullptr);  // or VTK takes polyhedra's corners for their faces
    }

    /// Sets the faces of polyhedra; their offsets begin with 0.
    void set_faces(const Part& part, vtkUnstructuredGrid& grid) const
    {
        if (!file_.has(in("PolyhedronToFaces"))) return;
        const auto of_part = [&](const std::string& count_of, const std::string& name, bool is_offsets) {
            const std::vector<std::uint64_t> all = counts(count_of);
            if (part.index >= all.size()) file_.fail(fmt::format("'{}' lacks parts", in(count_of)));
            const auto here = all.begin() + static_cast<std::ptrdiff_t>(part.index);
            const std::uint64_t before = std::accumulate(all.begin(), here, std::uint64_t{0});
            const std::uint64_t first = before + (is_offsets ? part.index + 1 : 0);
            return ids_of(file_.integers(in(name), {first, *here}));
        };
        PolyhedronFaces faces;
        faces.cell_offsets = of_part("NumberOfCells", "PolyhedronOffsets", true);
        faces.of_cells = of_part("NumberOfPolyhedronToFaceIds", "PolyhedronToFaces", false);
        faces.offsets = of_part("NumberOfFaces", "FaceOffsets", true);
        faces.connectivity = of_part("NumberOfFaceConnectivityIds", "FaceConnectivity", false);
        try {
            set_polyhedron_faces(grid, {faces});
        } catch (const std::runtime_error& error) {
            file_.fail(error.what());
        }
    }

    /// Adds the part's rows of arrays, whose offsets are their own where they change with time.
    void add_mesh_arrays(const std::string& kind, std::uint64_t rows, std::uint64_t first,
                         std::uint64_t before, vtkDataSetAttributes& to) const
    {
        for (const std::string& name : file_.names_in(in(kind))) {
            const std::string at = in(kind + "/" + name);
            if (!file_.is_numbers(at)) continue;
            const std::vector<std::uint64_t> dims = file_.dims_of(at);
            std::uint64_t components = 1;
            for (std::size_t i = 1; i < dims.size(); ++i) components *= dims[i];
            const auto of_step = offset(kind + "Offsets/" + name);
            const std::uint64_t begin = of_step ? *of_step + before : first;
            add_array(at, name, {begin, rows}, static_cast<vtkIdType>(rows), components, to);
        }
        mark_vectors(kind, to);
    }

    const Hdf5File& file_;
    std::string group_;
    std::size_t step_;
    std::uint64_t max_nodes_;
    bool is_timed_;
};

}  // namespace

std::vector<vtkSmartPointer<vtkDataSet>> vtkhdf_pieces(const Hdf5File& file, const std::string& group,
                                                       std::size_t time_step, std::uint64_t max_nodes)
{
    return PieceReader{file, group, time_step, max_nodes}.read();
}

}  // namespace farfield::compute

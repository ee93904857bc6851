#include "compute_node/readers/vtk/vtk_arrays.h"

#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/readers/vtk/vtk_visibility.h"
#include "compute_node/support/parallel_ranges.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkFloatArray.h>
#include <vtkGenericCell.h>
#include <vtkIdList.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace farfield::compute {

namespace {

bool is_usable(vtkDataArray* array, std::size_t tuples)
{
    return array != nullptr && array->GetName() != nullptr && array->GetNumberOfComponents() <= 3 &&
           static_cast<std::size_t>(array->GetNumberOfTuples()) == tuples &&
           std::string{array->GetName()} != vtkDataSetAttributes::GhostArrayName();
}

/// Converts numbers of a type that lie one after the other.
template <class Number>
std::vector<float> converted(const Number* numbers, std::size_t tuples, int given, int kept)
{
    std::vector<float> values(tuples * static_cast<std::size_t>(kept));
    if (given == kept) {
        std::transform(numbers, numbers + values.size(), values.begin(),
                       [](Number number) { return static_cast<float>(number); });
        return values;
    }
    for (std::size_t t = 0; t < tuples; ++t)
        for (int c = 0; c < given; ++c)
            values[t * static_cast<std::size_t>(kept) + static_cast<std::size_t>(c)] = static_cast<float>(
                numbers[t * static_cast<std::size_t>(given) + static_cast<std::size_t>(c)]);
    return values;
}

/// Converts an array of any type; missing components of three are 0.
std::vector<float> converted(vtkDataArray& array, int kept)
{
    const int given = array.GetNumberOfComponents();
    const auto tuples = static_cast<std::size_t>(array.GetNumberOfTuples());
    if (array.HasStandardMemoryLayout()) switch (array.GetDataType()) {
            vtkTemplateMacro(
                return converted(static_cast<const VTK_TT*>(array.GetVoidPointer(0)), tuples, given, kept));
        default:
            break;  // bits
        }
    std::vector<float> values(tuples * static_cast<std::size_t>(kept));
    for (std::size_t t = 0; t < tuples; ++t)
        for (int c = 0; c < given; ++c)
            values[t * static_cast<std::size_t>(kept) + static_cast<std::size_t>(c)] =
                static_cast<float>(array.GetComponent(static_cast<vtkIdType>(t), c));
    return values;
}

/// Shares VTK's own memory: copying a large file takes as long as reading it.
ValueArray shared_values(vtkFloatArray& array)
{
    const auto owner = std::make_shared<const vtkSmartPointer<vtkFloatArray>>(&array);
    const std::span<const float> values{array.GetPointer(0),
                                        static_cast<std::size_t>(array.GetNumberOfValues())};
    return ValueArray{FixedArray<float>{values, owner}};
}

NodeValues to_values(vtkDataArray& array)
{
    const int given = array.GetNumberOfComponents();
    const int kept = given == 1 ? 1 : 3;
    NodeValues out{array.GetName(), kept, {}, ""};
    auto* floats = vtkFloatArray::SafeDownCast(&array);  // nearly all are
    if (floats != nullptr && kept == given)
        out.values = shared_values(*floats);
    else
        out.values = converted(array, kept);
    return out;
}

/// Calls visit(node, cell) for every node and each cell of which it is a corner. An axis with one node has
/// one cell. cell.
template <class Visit>
void for_each_corner(glm::ivec3 nodes, const Visit& visit)
{
    const glm::ivec3 cells{std::max(nodes.x - 1, 1), std::max(nodes.y - 1, 1), std::max(nodes.z - 1, 1)};
    for (int z = 0; z < cells.z; ++z)
        for (int y = 0; y < cells.y; ++y)
            for (int x = 0; x < cells.x; ++x)
                for (int corner = 0; corner < 8; ++corner) {
                    const glm::ivec3 n{x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2)};
                    if (n.x >= nodes.x || n.y >= nodes.y || n.z >= nodes.z) continue;
                    visit(n.x + static_cast<std::size_t>(nodes.x) *
                                    (n.y + static_cast<std::size_t>(nodes.y) * n.z),
                          x + static_cast<std::size_t>(cells.x) *
                                  (y + static_cast<std::size_t>(cells.y) * z));
                }
}

/// Visits the corners of cells that list them one after the other.
template <class Visit>
void for_each_corner_of_cells(vtkCellArray& all, std::size_t nodes, const Visit& visit)
{
    all.Visit([&](auto& cells) {
        const auto* corners = cells.GetConnectivity()->GetPointer(0);
        const auto* begins = cells.GetOffsets()->GetPointer(0);
        const vtkIdType end = cells.GetConnectivity()->GetNumberOfValues();
        for (vtkIdType cell = 0; cell < cells.GetNumberOfCells(); ++cell)
            for (vtkIdType at = std::max<vtkIdType>(begins[cell], 0);
                 at < std::min<vtkIdType>(begins[cell + 1], end); ++at)
                if (const auto node = static_cast<std::size_t>(corners[at]); node < nodes)
                    visit(node, static_cast<std::size_t>(cell));
    });
}

/// Visits nodes and cells of any grid, of a mesh by its cells' lists of corners. Corners that are no points
/// are skipped here; the check of the mesh refuses them.
template <class Visit>
void for_each_corner(vtkDataSet& data_set, const GridData& grid, const Visit& visit)
{
    if (!grid.dims.empty()) {
        for_each_corner(glm::ivec3{grid.dims.back()}, visit);
        return;
    }
    if (auto* mesh = vtkUnstructuredGrid::SafeDownCast(&data_set);
        mesh != nullptr && mesh->GetCells() != nullptr) {
        const auto nodes = static_cast<std::size_t>(data_set.GetNumberOfPoints());
        for_each_corner_of_cells(*mesh->GetCells(), nodes, visit);
        return;
    }
    const auto corners = vtkSmartPointer<vtkIdList>::New();
    for (vtkIdType cell = 0; cell < data_set.GetNumberOfCells(); ++cell) {
        data_set.GetCellPoints(cell, corners);
        for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i) {
            const vtkIdType node = corners->GetId(i);
            if (node >= 0 && node < data_set.GetNumberOfPoints())
                visit(static_cast<std::size_t>(node), static_cast<std::size_t>(cell));
        }
    }
}

/// The cells along an axis around a node, of which there are one or two.
struct CellsAround {
    int first, last;
    CellsAround(int node, int cells) : first{std::max(node - 1, 0)}, last{std::min(node, cells - 1)} {}
};

/// Averages cells of a lattice, a row of nodes at a time: up to four rows of cells are summed first, then
/// each two cells along.
void average_lattice(glm::ivec3 nodes, const NodeValues& cells, std::vector<float>& values)
{
    const auto width = static_cast<std::size_t>(cells.components);
    const glm::ivec3 count{std::max(nodes.x - 1, 1), std::max(nodes.y - 1, 1), std::max(nodes.z - 1, 1)};
    const std::size_t row_floats = width * static_cast<std::size_t>(count.x);
    const auto row_of = [&](int y, int z) {
        return cells.values.data() +
               row_floats * (static_cast<std::size_t>(y) + static_cast<std::size_t>(count.y) * z);
    };
    const auto average_row = [&](std::size_t row, std::vector<float>& sums) {
        const CellsAround y{static_cast<int>(row % static_cast<std::size_t>(nodes.y)), count.y};
        const CellsAround z{static_cast<int>(row / static_cast<std::size_t>(nodes.y)), count.z};
        std::ranges::fill(sums, 0.0F);
        for (int k = z.first; k <= z.last; ++k)
            for (int j = y.first; j <= y.last; ++j) {
                const float* from = row_of(j, k);
                for (std::size_t n = 0; n < row_floats; ++n) sums[n] += from[n];
            }
        const auto rows = static_cast<float>((y.last - y.first + 1) * (z.last - z.first + 1));
        float* to = values.data() + width * static_cast<std::size_t>(nodes.x) * row;
        for (std::size_t c = 0; c < width; ++c) to[c] = sums[c] / rows;
        for (std::size_t n = width; n < row_floats; ++n) to[n] = (sums[n - width] + sums[n]) / (2.0F * rows);
        if (nodes.x > 1)
            for (std::size_t n = row_floats; n < row_floats + width; ++n) to[n] = sums[n - width] / rows;
    };
    for_ranges(static_cast<std::size_t>(nodes.y) * static_cast<std::size_t>(nodes.z),
               [&](std::size_t begin, std::size_t end) {
                   std::vector<float> sums(row_floats);
                   for (std::size_t row = begin; row < end; ++row) average_row(row, sums);
               });
}

/// Dimensions of VTK's kinds of cells.
std::array<signed char, VTK_NUMBER_OF_CELL_TYPES> dimensions_of_kinds()
{
    std::array<signed char, VTK_NUMBER_OF_CELL_TYPES> dimensions{};
    for (int type = 0; type < VTK_NUMBER_OF_CELL_TYPES; ++type) {
        const auto made = vtkSmartPointer<vtkCell>::Take(vtkGenericCell::InstantiateCell(type));
        if (made != nullptr)
            dimensions[static_cast<std::size_t>(type)] = static_cast<signed char>(made->GetCellDimension());
    }
    return dimensions;
}

/// Leaves out lines and faces beside cells of more dimensions: they are a mesh's boundary, not its cells.
void leave_out_boundary(vtkDataSet& data_set, std::vector<std::uint8_t>& left_out)
{
    const auto dimensions = dimensions_of_kinds();
    const auto dimension_of = [&](vtkIdType cell) {
        const int type = data_set.GetCellType(cell);
        return type >= 0 && type < VTK_NUMBER_OF_CELL_TYPES ? dimensions[static_cast<std::size_t>(type)] : 0;
    };
    int most = 0;
    bool differ = false;
    for (vtkIdType cell = 0; cell < data_set.GetNumberOfCells(); ++cell) {
        const int dimension = dimension_of(cell);
        differ = differ || (cell > 0 && dimension != most);
        most = std::max(most, dimension);
    }
    if (!differ) return;
    left_out.resize(static_cast<std::size_t>(data_set.GetNumberOfCells()));
    for (std::size_t cell = 0; cell < left_out.size(); ++cell)
        if (dimension_of(static_cast<vtkIdType>(cell)) < most) left_out[cell] = 1;
}

/// Cells that do not count in means: those that are hidden or have a hidden corner, and a mesh's boundary.
/// [cells], 1 left out; empty where all count.
std::vector<std::uint8_t> cells_left_out(vtkDataSet& data_set, const GridData& grid)
{
    std::vector<std::uint8_t> hidden;
    if (grid.dims.empty()) leave_out_boundary(data_set, hidden);
    if (data_set.GetCellGhostArray() == nullptr && data_set.GetPointGhostArray() == nullptr) return hidden;
    hidden.resize(static_cast<std::size_t>(data_set.GetNumberOfCells()));
    for (std::size_t cell = 0; cell < hidden.size(); ++cell)
        if (is_hidden_cell(data_set, static_cast<vtkIdType>(cell))) hidden[cell] = 1;
    if (has_hidden_points(data_set))
        for_each_corner(data_set, grid, [&](std::size_t node, std::size_t cell) {
            if (is_hidden_point(data_set, static_cast<vtkIdType>(node))) hidden[cell] = 1;
        });
    if (std::ranges::find(hidden, 1) == hidden.end()) hidden.clear();
    return hidden;
}

/// The mean of the cells around each node that count; NaN where there is none.
NodeValues to_points(const NodeValues& cells, vtkDataSet& data_set, const GridData& grid,
                     const std::vector<std::uint8_t>& left_out)
{
    const auto node_total = static_cast<std::size_t>(data_set.GetNumberOfPoints());
    NodeValues out{cells.name, cells.components, {}, cells.units};
    const auto width = static_cast<std::size_t>(cells.components);
    std::vector<float>& values = out.values.own();
    values.assign(node_total * width, 0.0F);
    if (!grid.dims.empty() && left_out.empty()) {
        average_lattice(glm::ivec3{grid.dims.back()}, cells, values);
        return out;
    }
    std::vector<float> around(node_total, 0.0F);
    const float* of_cells = cells.values.data();
    for_each_corner(data_set, grid, [&](std::size_t node, std::size_t cell) {
        if (!left_out.empty() && left_out[cell] != 0) return;
        around[node] += 1.0F;
        for (std::size_t c = 0; c < width; ++c) values[node * width + c] += of_cells[cell * width + c];
    });
    for (std::size_t node = 0; node < node_total; ++node)
        for (std::size_t c = 0; c < width; ++c) values[node * width + c] /= around[node];
    return out;
}

void blank(GridData& grid, std::size_t node)
{
    if (grid.blanked.empty()) grid.blanked.assign(node_count(grid), 0);
    grid.blanked[node] = 1;
}

/// Blanks hidden points, and the corners of hidden cells of a lattice; a mesh has no hidden cells. A hidden
/// cell with a hidden corner has no value as it is: its other corners may belong to cells that are shown
/// (vtkResampleToImage).
void add_blanking(vtkDataSet& data_set, GridData& grid)
{
    if (data_set.GetPointGhostArray() != nullptr)
        for (vtkIdType n = 0; n < data_set.GetNumberOfPoints(); ++n)
            if (is_hidden_point(data_set, n)) blank(grid, static_cast<std::size_t>(n));
    if (data_set.GetCellGhostArray() == nullptr || grid.dims.empty()) return;
    std::vector<std::uint8_t> has_hidden_corner(static_cast<std::size_t>(data_set.GetNumberOfCells()), 0);
    for_each_corner(data_set, grid, [&](std::size_t node, std::size_t cell) {
        if (is_hidden_point(data_set, static_cast<vtkIdType>(node))) has_hidden_corner[cell] = 1;
    });
    for_each_corner(data_set, grid, [&](std::size_t node, std::size_t cell) {
        if (has_hidden_corner[cell] == 0 && is_hidden_cell(data_set, static_cast<vtkIdType>(cell)))
            blank(grid, node);
    });
}

/// Usable arrays, with momentum over density where they have both and no velocity.
std::vector<NodeValues> arrays_in(vtkDataSetAttributes& attributes, vtkIdType tuples)
{
    std::vector<NodeValues> arrays;
    for (int i = 0; i < attributes.GetNumberOfArrays(); ++i)
        if (is_usable(attributes.GetArray(i), static_cast<std::size_t>(tuples)))
            arrays.push_back(to_values(*attributes.GetArray(i)));
    add_quotient(arrays);
    return arrays;
}

/// Adds arrays of cells. Arrays at points keep their names: the file's writer made them of the cells and knew
/// the walls, which a mean of cells does not.
void add_cell_arrays(vtkDataSet& data_set, GridData& grid)
{
    const std::size_t at_points = grid.arrays.size();
    std::vector<NodeValues> in_cells = arrays_in(*data_set.GetCellData(), data_set.GetNumberOfCells());
    if (in_cells.empty()) return;
    const std::vector<std::uint8_t> left_out = cells_left_out(data_set, grid);
    for (NodeValues& cells : in_cells) {
        NodeValues averaged = to_points(cells, data_set, grid, left_out);
        averaged.of_cells = true;
        const bool is_at_points =
            std::any_of(grid.arrays.begin(), grid.arrays.begin() + static_cast<std::ptrdiff_t>(at_points),
                        [&](const NodeValues& array) { return array.name == averaged.name; });
        if (is_at_points) averaged.name += " (cells)";
        grid.remarks.push_back(
            is_at_points
                ? fmt::format(
                      "Array '{}' is given at points and in cells: '{}' is the cells', averaged to the "
                      "nodes.",
                      cells.name, averaged.name)
                : fmt::format("Array '{}' is given per cell and was averaged to the nodes.", cells.name));
        grid.arrays.push_back(std::move(averaged));
    }
}

/// The array that the file calls its vectors, if any.
std::string marked_vector(vtkDataSet& data_set)
{
    for (vtkDataSetAttributes* attributes : {static_cast<vtkDataSetAttributes*>(data_set.GetPointData()),
                                             static_cast<vtkDataSetAttributes*>(data_set.GetCellData())}) {
        vtkDataArray* active = attributes->GetVectors();
        if (active != nullptr && active->GetName() != nullptr) return active->GetName();
    }
    return "";
}

}  // namespace

void add_vtk_arrays(vtkDataSet& data_set, GridData& grid)
{
    for (std::string& remark : settle_visibility(data_set)) grid.remarks.push_back(std::move(remark));
    grid.arrays = arrays_in(*data_set.GetPointData(), data_set.GetNumberOfPoints());
    add_cell_arrays(data_set, grid);
    add_quotient(grid.arrays);  // of a momentum at points and a density in cells, or the other way about
    add_blanking(data_set, grid);
    grid.default_vector = marked_vector(data_set);
}

}  // namespace farfield::compute

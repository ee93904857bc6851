#include "compute_node/readers/vtk/vtk_mesh.h"

#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/vtk/vtk_arrays.h"
#include "compute_node/readers/vtk/vtk_cells.h"
#include "compute_node/readers/vtk/vtk_points.h"
#include "compute_node/readers/vtk/vtk_visibility.h"

#include <vtkCellType.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataSet.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

bool has_volume(const GridData& part)
{
    return std::get<UnstructuredGeometry>(part.geometry).cells.has_volume();
}

template <class T, class From>
void append_to(std::vector<T>& to, const From& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

const NodeValues* find_array(const GridData& part, const NodeValues& like)
{
    const auto found = std::find_if(part.arrays.begin(), part.arrays.end(), [&](const NodeValues& array) {
        return array.name == like.name && array.components == like.components;
    });
    return found == part.arrays.end() ? nullptr : &*found;
}

void add_remark(GridData& data, const std::string& remark)
{
    if (std::find(data.remarks.begin(), data.remarks.end(), remark) == data.remarks.end())
        data.remarks.push_back(remark);
}

void append_arrays(GridData& all, const GridData& part)
{
    std::erase_if(all.arrays, [&](const NodeValues& array) {
        if (find_array(part, array) != nullptr) return false;
        add_remark(all, fmt::format("Array '{}' is not in every part and was left out.", array.name));
        return true;
    });
    for (NodeValues& array : all.arrays) append_to(array.values.own(), find_array(part, array)->values);
    for (const NodeValues& array : part.arrays)
        if (find_array(all, array) == nullptr)
            add_remark(all, fmt::format("Array '{}' is not in every part and was left out.", array.name));
}

/// Adds a part's points and cells after those there are.
void append_part(GridData& all, const GridData& part)
{
    append_arrays(all, part);
    auto& mesh = std::get<UnstructuredGeometry>(all.geometry);
    const auto& added = std::get<UnstructuredGeometry>(part.geometry);
    if (!all.blanked.empty() || !part.blanked.empty()) {
        all.blanked.resize(mesh.points.size(), 0);
        append_to(all.blanked, part.blanked);
        all.blanked.resize(mesh.points.size() + added.points.size(), 0);
    }
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    append_to(mesh.points, added.points);
    append_to(mesh.cells.kinds, added.cells.kinds);
    for (const std::uint32_t corner : added.cells.corners) mesh.cells.corners.push_back(first + corner);
    for (const std::string& remark : part.remarks) add_remark(all, remark);
    if (all.default_vector.empty()) all.default_vector = part.default_vector;
}

/// A part as a mesh; none without a usable cell. origin: of all parts. left_out: kinds of its other cells.
std::optional<GridData> read_part(vtkDataSet& data_set, glm::dvec3 origin, std::string& left_out)
{
    std::vector<glm::vec3> points = points_of(data_set, origin);
    std::vector<std::string> hiding = settle_visibility(data_set);
    CellReader reader{data_set, points};
    reader.read_all();
    UnstructuredGeometry mesh{{}, reader.take(), origin};
    if (mesh.cells.size() == 0) {
        left_out += (left_out.empty() ? "" : ", ") + reader.left_out();
        return std::nullopt;
    }
    mesh.points = std::move(points);
    GridData grid;
    grid.geometry = std::move(mesh);
    grid.remarks = std::move(hiding);
    reader.add_remarks(grid.remarks);
    add_vtk_arrays(data_set, grid);
    reader.add_points(grid);
    return grid;
}

std::vector<vtkDataSet*> data_sets_of(vtkCompositeDataSet& parts)
{
    std::vector<vtkDataSet*> data_sets;
    const auto it = vtkSmartPointer<vtkCompositeDataIterator>::Take(parts.NewIterator());
    for (it->InitTraversal(); !it->IsDoneWithTraversal(); it->GoToNextItem())
        if (auto* data_set = vtkDataSet::SafeDownCast(it->GetCurrentDataObject()))
            data_sets.push_back(data_set);
    return data_sets;
}

[[noreturn]] void throw_no_cell(const std::string& found)
{
    throw std::runtime_error(
        fmt::format("expected tetrahedra, pyramids, wedges, hexahedra, polyhedra, triangles, quads or "
                    "polygons, found {}",
                    found.empty() ? "no cell" : found));
}

}  // namespace

std::uint64_t nodes_as_mesh(vtkDataSet& data_set)
{
    auto nodes = static_cast<std::uint64_t>(data_set.GetNumberOfPoints());
    if (vtkUnstructuredGrid::SafeDownCast(&data_set) == nullptr) return nodes;
    for (vtkIdType cell = 0; cell < data_set.GetNumberOfCells(); ++cell)
        nodes += data_set.GetCellType(cell) == VTK_POLYHEDRON ? 1 : 0;
    return nodes;
}

std::uint64_t nodes_as_mesh(vtkCompositeDataSet& parts)
{
    std::uint64_t nodes = 0;
    const auto it = vtkSmartPointer<vtkCompositeDataIterator>::Take(parts.NewIterator());
    for (it->InitTraversal(); !it->IsDoneWithTraversal(); it->GoToNextItem())
        if (auto* data_set = vtkDataSet::SafeDownCast(it->GetCurrentDataObject()))
            nodes += nodes_as_mesh(*data_set);
    return nodes;
}

GridData mesh_from_vtk(vtkDataSet& data_set)
{
    std::string left_out;
    auto grid = read_part(data_set, origin_for(bounds_of(data_set)), left_out);
    if (!grid) throw_no_cell(left_out);
    if (has_binary32_points(data_set)) note_rounded_points(*grid);
    return std::move(*grid);
}

GridData mesh_from_parts(vtkCompositeDataSet& parts)
{
    std::vector<GridData> meshes;
    std::string left_out;
    const std::vector<vtkDataSet*> data_sets = data_sets_of(parts);
    const glm::dvec3 origin = origin_of(data_sets);
    for (vtkDataSet* data_set : data_sets)
        if (auto part = read_part(*data_set, origin, left_out)) meshes.push_back(std::move(*part));
    if (std::any_of(meshes.begin(), meshes.end(), has_volume))
        std::erase_if(meshes, [](const GridData& part) { return !has_volume(part); });
    if (meshes.empty()) throw_no_cell(left_out);
    GridData all = std::move(meshes.front());
    for (std::size_t i = 1; i < meshes.size(); ++i) append_part(all, meshes[i]);
    if (std::all_of(data_sets.begin(), data_sets.end(),
                    [](vtkDataSet* part) { return has_binary32_points(*part); }))
        note_rounded_points(all);
    return all;
}

}  // namespace farfield::compute

#include "compute_node/readers/vtk/vtk_grid.h"

#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/grid_blocks.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/vtk/vtk_arrays.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_mesh.h"
#include "compute_node/readers/vtk/vtk_points.h"

#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkMatrix3x3.h>
#include <vtkPolyData.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkStructuredGrid.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

std::vector<double> to_doubles(vtkDataArray& array)
{
    std::vector<double> out;
    for (vtkIdType i = 0; i < array.GetNumberOfTuples(); ++i) out.push_back(array.GetComponent(i, 0));
    return out;
}

/// Sets an image's geometry; a rotated one, or one with negative spacing, gets single points.
void set_geometry(vtkImageData& image, glm::dvec3 origin, GridData& grid)
{
    const double* spacing = image.GetSpacing();
    const bool plain =
        image.GetDirectionMatrix()->IsIdentity() && spacing[0] > 0.0 && spacing[1] > 0.0 && spacing[2] > 0.0;
    if (!plain) {
        grid.geometry = CurvilinearGeometry{points_of(image, origin), origin};
        return;
    }
    double first[3];
    image.GetPoint(0, first);
    grid.geometry = UniformGeometry{{first[0], first[1], first[2]}, {spacing[0], spacing[1], spacing[2]}};
}

std::vector<vtkDataSet*> parts_with_cells(vtkCompositeDataSet& parts)
{
    std::vector<vtkDataSet*> all;
    const auto it = vtkSmartPointer<vtkCompositeDataIterator>::Take(parts.NewIterator());
    for (it->InitTraversal(); !it->IsDoneWithTraversal(); it->GoToNextItem())
        if (auto* part = vtkDataSet::SafeDownCast(it->GetCurrentDataObject());
            part != nullptr && part->GetNumberOfCells() > 0)
            all.push_back(part);
    return all;
}

bool is_structured(vtkDataSet* part)
{
    return vtkImageData::SafeDownCast(part) != nullptr || vtkRectilinearGrid::SafeDownCast(part) != nullptr ||
           vtkStructuredGrid::SafeDownCast(part) != nullptr;
}

/// Converts any structured grid to a block with single points.
GridData as_block(vtkDataSet& part, glm::dvec3 origin)
{
    GridData block = grid_from_vtk(part, origin);
    block.geometry = CurvilinearGeometry{points_of(part, origin), origin};
    return block;
}

GridData blocks_from(const std::vector<vtkDataSet*>& parts)
{
    const glm::dvec3 origin = origin_of(parts);
    GridData all = as_block(*parts.front(), origin);
    const auto names_of = [](const GridData& grid) {
        std::vector<std::string> names;
        for (const NodeValues& array : grid.arrays) names.push_back(array.name);
        return names;
    };
    std::vector<std::string> names = names_of(all);
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const GridData block = as_block(*parts[i], origin);
        for (std::string& name : names_of(block))
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
        append_block(all, block);
    }
    const std::vector<std::string> kept = names_of(all);
    for (const std::string& name : names)
        if (std::find(kept.begin(), kept.end(), name) == kept.end())
            all.remarks.push_back(fmt::format("Array '{}' is not in every part and was left out.", name));
    if (std::all_of(parts.begin(), parts.end(), [](vtkDataSet* part) { return has_binary32_points(*part); }))
        note_rounded_points(all);
    return all;
}

}  // namespace

GridData grid_from_vtk(vtkDataSet& data_set)
{
    if (vtkUnstructuredGrid::SafeDownCast(&data_set) != nullptr ||
        vtkPolyData::SafeDownCast(&data_set) != nullptr)
        return mesh_from_vtk(data_set);
    GridData grid = grid_from_vtk(data_set, origin_for(bounds_of(data_set)));
    if (has_binary32_points(data_set)) note_rounded_points(grid);
    return grid;
}

GridData grid_from_vtk(vtkDataSet& data_set, glm::dvec3 origin)
{
    GridData grid;
    int dims[3] = {0, 0, 0};
    if (auto* image = vtkImageData::SafeDownCast(&data_set)) {
        image->GetDimensions(dims);
        if (image->GetNumberOfPoints() > 0) set_geometry(*image, origin, grid);
    } else if (auto* rectilinear = vtkRectilinearGrid::SafeDownCast(&data_set)) {
        rectilinear->GetDimensions(dims);
        grid.geometry = RectilinearGeometry{{to_doubles(*rectilinear->GetXCoordinates()),
                                             to_doubles(*rectilinear->GetYCoordinates()),
                                             to_doubles(*rectilinear->GetZCoordinates())}};
    } else if (auto* structured = vtkStructuredGrid::SafeDownCast(&data_set)) {
        structured->GetDimensions(dims);
        grid.geometry = CurvilinearGeometry{points_of(*structured, origin), origin};
    } else {
        throw std::runtime_error(fmt::format("holds a {}; expected an image, a rectilinear, structured or "
                                             "unstructured grid",
                                             data_set.GetClassName()));
    }
    grid.dims = {glm::uvec3{dims[0], dims[1], dims[2]}};
    add_vtk_arrays(data_set, grid);
    return grid;
}

GridData grid_from_parts(vtkCompositeDataSet& parts)
{
    std::vector<vtkDataSet*> all = parts_with_cells(parts);
    const bool has_volume = std::ranges::any_of(all, [](vtkDataSet* part) { return fills_volume(*part); });
    if (has_volume) std::erase_if(all, [](vtkDataSet* part) { return !fills_volume(*part); });
    if (all.empty() || !std::all_of(all.begin(), all.end(), is_structured)) return mesh_from_parts(parts);
    if (all.size() == 1) return grid_from_vtk(*all.front());
    return has_volume ? blocks_from(all) : mesh_from_parts(parts);
}

}  // namespace farfield::compute

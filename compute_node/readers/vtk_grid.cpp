#include "compute_node/readers/vtk_grid.h"

#include "compute_node/readers/vtk_arrays.h"
#include "compute_node/readers/vtk_mesh.h"

#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkMatrix3x3.h>
#include <vtkRectilinearGrid.h>
#include <vtkStructuredGrid.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

namespace {

std::vector<double> to_doubles(vtkDataArray& array)
{
    std::vector<double> out;
    for (vtkIdType i = 0; i < array.GetNumberOfTuples(); ++i) out.push_back(array.GetComponent(i, 0));
    return out;
}

/// A turned image, or one with negative spacing, keeps its points one by one.
void set_geometry(vtkImageData& image, GridData& grid)
{
    const double* spacing = image.GetSpacing();
    const bool plain =
        image.GetDirectionMatrix()->IsIdentity() && spacing[0] > 0.0 && spacing[1] > 0.0 && spacing[2] > 0.0;
    if (!plain) {
        grid.geometry = CurvilinearGeometry{points_of(image)};
        return;
    }
    double first[3];
    image.GetPoint(0, first);
    grid.geometry = UniformGeometry{{first[0], first[1], first[2]}, {spacing[0], spacing[1], spacing[2]}};
}

}  // namespace

GridData grid_from_vtk(vtkDataSet& data_set)
{
    if (vtkUnstructuredGrid::SafeDownCast(&data_set) != nullptr) return mesh_from_vtk(data_set);
    GridData grid;
    int dims[3] = {0, 0, 0};
    if (auto* image = vtkImageData::SafeDownCast(&data_set)) {
        image->GetDimensions(dims);
        if (image->GetNumberOfPoints() > 0) set_geometry(*image, grid);
    } else if (auto* rectilinear = vtkRectilinearGrid::SafeDownCast(&data_set)) {
        rectilinear->GetDimensions(dims);
        grid.geometry = RectilinearGeometry{{to_doubles(*rectilinear->GetXCoordinates()),
                                             to_doubles(*rectilinear->GetYCoordinates()),
                                             to_doubles(*rectilinear->GetZCoordinates())}};
    } else if (auto* structured = vtkStructuredGrid::SafeDownCast(&data_set)) {
        structured->GetDimensions(dims);
        grid.geometry = CurvilinearGeometry{points_of(*structured)};
    } else {
        throw std::runtime_error(fmt::format("holds a {}; expected an image, a rectilinear, structured or "
                                             "unstructured grid",
                                             data_set.GetClassName()));
    }
    grid.dims = {glm::uvec3{dims[0], dims[1], dims[2]}};
    add_vtk_arrays(data_set, grid);
    return grid;
}

}  // namespace farfield::compute

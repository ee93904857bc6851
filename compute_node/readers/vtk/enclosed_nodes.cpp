#include "compute_node/readers/vtk/enclosed_nodes.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/support/formats/known_formats.h"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkSTLReader.h>
#include <vtkSelectEnclosedPoints.h>

#include <string>

namespace farfield::compute {

std::vector<std::uint8_t> enclosed_nodes(const std::filesystem::path& stl, const UniformGeometry& grid,
                                         glm::uvec3 dims)
{
    check_readable(stl);
    const VtkErrors errors;
    vtkNew<vtkSTLReader> reader;
    reader->SetFileName(stl.c_str());
    reader->Update();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(stl, error);
    vtkPolyData* surface = reader->GetOutput();
    if (surface->GetNumberOfCells() == 0) throw_reader_error(stl, "expected an STL file, found no triangle");
    if (vtkSelectEnclosedPoints::IsSurfaceClosed(surface) == 0)
        throw_reader_error(stl, "expected closed surfaces: each edge has two triangles");
    vtkNew<vtkImageData> nodes;
    nodes->SetDimensions(static_cast<int>(dims.x), static_cast<int>(dims.y), static_cast<int>(dims.z));
    nodes->SetOrigin(grid.origin.x, grid.origin.y, grid.origin.z);
    nodes->SetSpacing(grid.spacing.x, grid.spacing.y, grid.spacing.z);
    vtkNew<vtkSelectEnclosedPoints> select;
    select->SetInputData(nodes);
    select->SetSurfaceData(surface);
    select->Update();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(stl, error);
    std::vector<std::uint8_t> inside(static_cast<std::size_t>(nodes->GetNumberOfPoints()));
    for (std::size_t n = 0; n < inside.size(); ++n)
        inside[n] = select->IsInside(static_cast<vtkIdType>(n)) != 0 ? 1 : 0;
    return inside;
}

}  // namespace farfield::compute

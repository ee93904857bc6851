#include "compute_node/writers/slice_writer.h"
#include "compute_node/writers/vtk_file-inl.h"

#include <glm/geometric.hpp>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataWriter.h>

#include <algorithm>

namespace farfield::compute {

void write_slice_vti(const std::filesystem::path& file, const SliceValues& slice)
{
    const glm::dvec3 u = glm::normalize(slice.edge_u), v = glm::normalize(slice.edge_v), n = glm::cross(u, v);
    const double spacing_u = glm::length(slice.edge_u) / slice.width;
    const double spacing_v = glm::length(slice.edge_v) / slice.height;
    const glm::dvec3 first = slice.place(0, 0);
    const vtkNew<vtkImageData> image;
    image->SetDimensions(static_cast<int>(slice.width), static_cast<int>(slice.height), 1);
    image->SetOrigin(first.x, first.y, first.z);
    image->SetSpacing(spacing_u, spacing_v, std::min(spacing_u, spacing_v));
    image->SetDirectionMatrix(u.x, v.x, n.x, u.y, v.y, n.y, u.z, v.z, n.z);
    const vtkNew<vtkFloatArray> values;
    values->SetName(slice.scalar.c_str());
    values->SetNumberOfValues(static_cast<vtkIdType>(slice.values.size()));
    std::ranges::copy(slice.values, values->GetPointer(0));
    image->GetPointData()->SetScalars(values);
    write_vtk_file<vtkXMLImageDataWriter>(file, image.Get());
}

}  // namespace farfield::compute

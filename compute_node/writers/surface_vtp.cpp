#include "compute_node/writers/surface_writer.h"
#include "compute_node/writers/vtk_file-inl.h"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataWriter.h>

namespace farfield::compute {

namespace {

template <class Elements>
vtkNew<vtkCellArray> vtk_cells(const Elements& elements)
{
    vtkNew<vtkCellArray> cells;
    for (const auto& element : elements) {
        cells->InsertNextCell(static_cast<int>(element.size()));
        for (const std::uint32_t corner : element) cells->InsertCellPoint(corner);
    }
    return cells;
}

void add_vertices(const SurfaceMesh& mesh, const std::string& scalar_name, glm::dvec3 origin, vtkPolyData* to)
{
    const vtkNew<vtkPoints> points;
    const vtkNew<vtkFloatArray> scalar, normals;
    if (origin != glm::dvec3{0.0}) points->SetDataTypeToDouble();
    scalar->SetName(scalar_name.c_str());
    normals->SetName("Normals");
    normals->SetNumberOfComponents(3);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const glm::dvec3 place = origin + glm::dvec3{mesh.vertices[v]};
        points->InsertNextPoint(place.x, place.y, place.z);
        scalar->InsertNextValue(mesh.vertices[v].w);
        normals->InsertNextTuple3(mesh.normals[v].x, mesh.normals[v].y, mesh.normals[v].z);
    }
    to->SetPoints(points);
    to->GetPointData()->SetScalars(scalar);
    to->GetPointData()->SetNormals(normals);
}

}  // namespace

void write_surface_vtp(const std::filesystem::path& file, const SurfaceMesh& mesh,
                       const std::string& scalar_name, glm::dvec3 origin)
{
    const vtkNew<vtkPolyData> all;
    add_vertices(mesh, scalar_name, origin, all);
    all->SetPolys(vtk_cells(mesh.triangles));
    all->SetLines(vtk_cells(mesh.segments));
    write_vtk_file<vtkXMLPolyDataWriter>(file, all.Get());
}

}  // namespace farfield::compute

#pragma once

#include "tests/compute_node/meshes.h"

#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataSet.h>
#include <vtkDataSetWriter.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <filesystem>

namespace farfield::compute::testing {

inline int vtk_type_of(CellKind kind)
{
    constexpr std::array types{VTK_TRIANGLE,
                               VTK_QUAD,
                               VTK_QUADRATIC_TRIANGLE,
                               VTK_QUADRATIC_QUAD,
                               VTK_BIQUADRATIC_QUAD,
                               VTK_TETRA,
                               VTK_PYRAMID,
                               VTK_WEDGE,
                               VTK_HEXAHEDRON,
                               VTK_QUADRATIC_TETRA,
                               VTK_QUADRATIC_PYRAMID,
                               VTK_QUADRATIC_WEDGE,
                               VTK_BIQUADRATIC_QUADRATIC_WEDGE,
                               VTK_QUADRATIC_HEXAHEDRON,
                               VTK_TRIQUADRATIC_HEXAHEDRON};
    return types[static_cast<std::size_t>(kind)];
}

inline void append_cell(vtkUnstructuredGrid& grid, int type, std::vector<vtkIdType> corners)
{
    grid.InsertNextCell(type, static_cast<vtkIdType>(corners.size()), corners.data());
}

inline void append_polyhedron(vtkUnstructuredGrid& grid, const std::vector<std::vector<vtkIdType>>& faces)
{
    std::vector<vtkIdType> stream, points;
    for (const auto& face : faces) {
        stream.push_back(static_cast<vtkIdType>(face.size()));
        stream.insert(stream.end(), face.begin(), face.end());
        points.insert(points.end(), face.begin(), face.end());
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    grid.InsertNextCell(VTK_POLYHEDRON, static_cast<vtkIdType>(points.size()), points.data(),
                        static_cast<vtkIdType>(faces.size()), stream.data());
}

inline vtkSmartPointer<vtkUnstructuredGrid> to_vtk(const UnstructuredGeometry& mesh)
{
    const auto points = vtkSmartPointer<vtkPoints>::New();
    for (const glm::vec3& p : mesh.points) points->InsertNextPoint(p.x, p.y, p.z);
    auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    grid->SetPoints(points);
    mesh.cells.for_each([&](CellKind kind, const std::uint32_t* corners) {
        append_cell(*grid, vtk_type_of(kind), {corners, corners + point_count(kind)});
    });
    return grid;
}

/// An array of three numbers each, all of them `value`.
inline vtkSmartPointer<vtkFloatArray> constant_vectors(const char* name, vtkIdType count, glm::vec3 value)
{
    auto array = vtkSmartPointer<vtkFloatArray>::New();
    array->SetName(name);
    array->SetNumberOfComponents(3);
    for (vtkIdType i = 0; i < count; ++i) array->InsertNextTuple3(value.x, value.y, value.z);
    return array;
}

/// Velocity = position, pressure = x + 10 y, at the points.
inline void add_arrays(vtkDataSet& data)
{
    const auto velocity = vtkSmartPointer<vtkFloatArray>::New();
    velocity->SetName("velocity");
    velocity->SetNumberOfComponents(3);
    const auto pressure = vtkSmartPointer<vtkFloatArray>::New();
    pressure->SetName("pressure");
    for (vtkIdType i = 0; i < data.GetNumberOfPoints(); ++i) {
        double p[3];
        data.GetPoint(i, p);
        velocity->InsertNextTuple3(p[0], p[1], p[2]);
        pressure->InsertNextValue(static_cast<float>(p[0] + 10.0 * p[1]));
    }
    data.GetPointData()->AddArray(pressure);
    data.GetPointData()->AddArray(velocity);
}

inline bool write_vtu(vtkUnstructuredGrid& grid, const std::filesystem::path& path)
{
    const auto writer = vtkSmartPointer<vtkXMLUnstructuredGridWriter>::New();
    writer->SetFileName(path.c_str());
    writer->SetInputData(&grid);
    return writer->Write() == 1;
}

inline bool write_legacy_mesh(vtkUnstructuredGrid& grid, const std::filesystem::path& path, bool binary)
{
    const auto writer = vtkSmartPointer<vtkDataSetWriter>::New();
    writer->SetFileName(path.c_str());
    writer->SetInputData(&grid);
    if (binary) writer->SetFileTypeToBinary();
    return writer->Write() == 1;
}

}  // namespace farfield::compute::testing

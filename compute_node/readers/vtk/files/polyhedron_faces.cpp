#include "compute_node/readers/vtk/files/polyhedron_faces.h"

#include <vtkIdTypeArray.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include <span>
#include <stdexcept>

namespace farfield::compute {

namespace {

/// Part `index` of a list; `ends` has the end of each part.
std::span<const vtkIdType> part(const std::vector<vtkIdType>& list, const std::vector<vtkIdType>& ends,
                                vtkIdType index)
{
    const auto size = static_cast<vtkIdType>(list.size());
    if (index < 0 || index >= static_cast<vtkIdType>(ends.size()))
        throw std::runtime_error("its polyhedra have faces that are not there");
    const vtkIdType begin = index == 0 ? 0 : ends[index - 1], end = ends[index];
    if (begin < 0 || begin > end || end > size)
        throw std::runtime_error("the offsets of its polyhedra's faces do not ascend, or are too large");
    return std::span{list}.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

}  // namespace

/// Sets faces in VTK's form in memory: each polyhedron's number of faces; each face's points, counted.
void set_polyhedron_faces(vtkUnstructuredGrid& grid, const std::vector<PolyhedronFaces>& pieces)
{
    if (pieces.empty() || grid.GetNumberOfCells() == 0) return;
    const auto stream = vtkSmartPointer<vtkIdTypeArray>::New(),
               starts = vtkSmartPointer<vtkIdTypeArray>::New();
    starts->SetNumberOfValues(grid.GetNumberOfCells());
    starts->FillValue(-1);
    for (const PolyhedronFaces& piece : pieces) {
        for (vtkIdType cell = 0; cell < static_cast<vtkIdType>(piece.cell_offsets.size()); ++cell) {
            const auto faces = part(piece.of_cells, piece.cell_offsets, cell);
            if (faces.empty() || piece.first_cell + cell >= grid.GetNumberOfCells()) continue;
            starts->SetValue(piece.first_cell + cell, stream->GetNumberOfValues());
            stream->InsertNextValue(static_cast<vtkIdType>(faces.size()));
            for (const vtkIdType face : faces) {
                const auto points = part(piece.connectivity, piece.offsets, face);
                stream->InsertNextValue(static_cast<vtkIdType>(points.size()));
                for (const vtkIdType point : points) stream->InsertNextValue(piece.first_point + point);
            }
        }
    }
    if (stream->GetNumberOfValues() > 0)
        grid.SetCells(grid.GetCellTypesArray(), grid.GetCells(), starts, stream);
}

}  // namespace farfield::compute

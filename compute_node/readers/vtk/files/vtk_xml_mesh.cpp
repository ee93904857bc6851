#include "compute_node/readers/vtk/files/vtk_xml_mesh.h"

#include <vtkIdTypeArray.h>
#include <vtkObjectFactory.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLDataElement.h>

#include <algorithm>
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

vtkStandardNewMacro(VtkXmlMesh);

int VtkXmlMesh::ReadPieceData()
{
    if (Superclass::ReadPieceData() == 0) return 0;
    if (FindDataArrayWithName(CellElements[Piece], "polyhedron_offsets") == nullptr) return 1;
    PieceFaces faces{.first_cell = StartCell, .first_point = StartPoint};
    const auto end_of = [](const std::vector<vtkIdType>& ends) { return ends.empty() ? 0 : ends.back(); };
    faces.cell_offsets = values_of("polyhedron_offsets", NumberOfCells[Piece]);
    faces.of_cells = values_of("polyhedron_to_faces", end_of(faces.cell_offsets));
    const vtkIdType count = faces.of_cells.empty() ? 0 : 1 + *std::ranges::max_element(faces.of_cells);
    faces.offsets = values_of("face_offsets", count);
    faces.connectivity = values_of("face_connectivity", end_of(faces.offsets));
    pieces_.push_back(std::move(faces));
    return 1;
}

/// Empty where there are none, or not so many.
std::vector<vtkIdType> VtkXmlMesh::values_of(const char* name, vtkIdType count)
{
    vtkXMLDataElement* element = FindDataArrayWithName(CellElements[Piece], name);
    if (element == nullptr || count <= 0) return {};
    const auto any = vtkSmartPointer<vtkAbstractArray>::Take(CreateArray(element));
    auto* numbers = vtkDataArray::SafeDownCast(any);
    if (numbers == nullptr) return {};
    numbers->SetNumberOfComponents(1);
    numbers->SetNumberOfTuples(count);
    if (ReadArrayValues(element, 0, numbers, 0, count) == 0) return {};
    numbers->Register(nullptr);  // which the conversion takes back
    const auto ids = vtkSmartPointer<vtkIdTypeArray>::Take(ConvertToIdTypeArray(numbers));
    return {ids->GetPointer(0), ids->GetPointer(0) + count};
}

/// As VTK has them in memory: of each polyhedron how many faces, and of each how many points, and these.
void VtkXmlMesh::set_faces()
{
    vtkUnstructuredGrid* grid = GetOutput();
    if (pieces_.empty() || grid->GetNumberOfCells() == 0) return;
    const auto stream = vtkSmartPointer<vtkIdTypeArray>::New(),
               starts = vtkSmartPointer<vtkIdTypeArray>::New();
    starts->SetNumberOfValues(grid->GetNumberOfCells());
    starts->FillValue(-1);
    for (const PieceFaces& piece : pieces_) {
        for (vtkIdType cell = 0; cell < static_cast<vtkIdType>(piece.cell_offsets.size()); ++cell) {
            const auto faces = part(piece.of_cells, piece.cell_offsets, cell);
            if (faces.empty() || piece.first_cell + cell >= grid->GetNumberOfCells()) continue;
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
        grid->SetCells(grid->GetCellTypesArray(), grid->GetCells(), starts, stream);
}

}  // namespace farfield::compute

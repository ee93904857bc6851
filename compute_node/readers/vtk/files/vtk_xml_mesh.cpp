#include "compute_node/readers/vtk/files/vtk_xml_mesh.h"

#include <vtkIdTypeArray.h>
#include <vtkObjectFactory.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLDataElement.h>

#include <algorithm>

namespace farfield::compute {

vtkStandardNewMacro(VtkXmlMesh);

int VtkXmlMesh::ReadPieceData()
{
    if (Superclass::ReadPieceData() == 0) return 0;
    if (FindDataArrayWithName(CellElements[Piece], "polyhedron_offsets") == nullptr) return 1;
    PolyhedronFaces faces{.first_cell = StartCell, .first_point = StartPoint};
    const auto end_of = [](const std::vector<vtkIdType>& ends) { return ends.empty() ? 0 : ends.back(); };
    faces.cell_offsets = values_of("polyhedron_offsets", NumberOfCells[Piece]);
    faces.of_cells = values_of("polyhedron_to_faces", end_of(faces.cell_offsets));
    const vtkIdType count = faces.of_cells.empty() ? 0 : 1 + *std::ranges::max_element(faces.of_cells);
    faces.offsets = values_of("face_offsets", count);
    faces.connectivity = values_of("face_connectivity", end_of(faces.offsets));
    pieces_.push_back(std::move(faces));
    return 1;
}

/// The values of an array; empty where there is none, or not as many.
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

void VtkXmlMesh::set_faces()
{
    set_polyhedron_faces(*GetOutput(), pieces_);
}

}  // namespace farfield::compute

#pragma once

#include "compute_node/readers/vtk/files/polyhedron_faces.h"

#include <vtkXMLUnstructuredGridReader.h>

#include <vector>

namespace farfield::compute {

/// VTK's reader of .vtu files, which also knows the faces of polyhedra as newer versions write them (file
/// version 2.3: `face_connectivity`, `face_offsets`, `polyhedron_to_faces`, `polyhedron_offsets`). Older
/// libraries pass over these arrays, and polyhedra without faces fill no space.
class VtkXmlMesh : public vtkXMLUnstructuredGridReader {
public:
    vtkTypeMacro(VtkXmlMesh, vtkXMLUnstructuredGridReader) static VtkXmlMesh* New();

    /// After Update(): gives the polyhedra of the output their faces, where the file has them in that form.
    /// Throws std::runtime_error when the arrays do not fit each other.
    void set_faces();

protected:
    int ReadPieceData() override;

private:
    [[nodiscard]] std::vector<vtkIdType> values_of(const char* name, vtkIdType count);

    std::vector<PolyhedronFaces> pieces_;
};

}  // namespace farfield::compute

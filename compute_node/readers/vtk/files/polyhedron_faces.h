#pragma once

#include <vtkType.h>

#include <vector>

class vtkUnstructuredGrid;

namespace farfield::compute {

/// Faces of the polyhedra in one piece of a mesh, in the form of VTK's files since version 9.4.
struct PolyhedronFaces {
    vtkIdType first_cell = 0, first_point = 0;                ///< index of the piece's first in the mesh
    std::vector<vtkIdType> connectivity = {}, offsets = {};   ///< points of each face; offsets are ends
    std::vector<vtkIdType> of_cells = {}, cell_offsets = {};  ///< faces of each cell; offsets are ends
};

/// Gives the polyhedra of a mesh their faces. Throws std::runtime_error when the arrays do not fit each
/// other.
void set_polyhedron_faces(vtkUnstructuredGrid& grid, const std::vector<PolyhedronFaces>& pieces);

}  // namespace farfield::compute

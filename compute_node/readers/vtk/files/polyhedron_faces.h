#pragma once

#include <vtkType.h>

#include <vector>

class vtkUnstructuredGrid;

namespace farfield::compute {

/// The faces of polyhedra as VTK's files have had them since version 9.4: of a piece of a mesh.
struct PolyhedronFaces {
    vtkIdType first_cell = 0, first_point = 0;               ///< of the piece in the mesh
    std::vector<vtkIdType> connectivity = {}, offsets = {};  ///< of the points of each face; offsets are ends
    std::vector<vtkIdType> of_cells = {}, cell_offsets = {};  ///< faces of each cell, likewise
};

/// Gives the polyhedra of a mesh their faces. Throws std::runtime_error when the arrays do not fit each
/// other.
void set_polyhedron_faces(vtkUnstructuredGrid& grid, const std::vector<PolyhedronFaces>& pieces);

}  // namespace farfield::compute

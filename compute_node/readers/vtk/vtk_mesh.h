#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>

// VTK protects its virtual destructors: its objects count their references.
class vtkCompositeDataSet;  // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkDataSet;           // NOLINT(cppcoreguidelines-virtual-class-destructor)

namespace farfield::compute {

/// Number of nodes of a VTK dataset as a mesh: its points, and one in each polyhedron.
[[nodiscard]] std::uint64_t nodes_as_mesh(vtkDataSet& data_set);
/// Number of nodes of all parts together.
[[nodiscard]] std::uint64_t nodes_as_mesh(vtkCompositeDataSet& parts);

/// Converts any VTK dataset to a mesh: points, cells and arrays. Cells of a degree over 2 are taken by their
/// corners, polyhedra and polygons cut (polyhedron.h), and cells of other kinds left out, each with a
/// remark; hidden ones are left out. Throws std::runtime_error when no cell is left, with the kinds that
/// there were.
[[nodiscard]] GridData mesh_from_vtk(vtkDataSet& data_set);

/// Converts the parts of a dataset to one mesh: all that have cells with a volume, or else all. Arrays that
/// are not in each of them are left out, with a remark. Throws std::runtime_error as mesh_from_vtk().
[[nodiscard]] GridData mesh_from_parts(vtkCompositeDataSet& parts);

}  // namespace farfield::compute

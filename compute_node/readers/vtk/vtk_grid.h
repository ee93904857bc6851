#pragma once

#include "compute_node/grids/grid_data.h"

// VTK protects its virtual destructors: its objects count their references.
class vtkCompositeDataSet;  // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkDataSet;           // NOLINT(cppcoreguidelines-virtual-class-destructor)

namespace farfield::compute {

/// Converts an image, or a rectilinear, structured or unstructured grid: geometry, arrays (those of cells
/// averaged to the points around) and blanking. Throws std::runtime_error for other kinds, with the name.
[[nodiscard]] GridData grid_from_vtk(vtkDataSet& data_set);
/// Converts one of several blocks, other than meshes, which have a common origin (grids/origin.h).
[[nodiscard]] GridData grid_from_vtk(vtkDataSet& data_set, glm::dvec3 origin);

/// Converts the parts of a dataset: those that fill a volume if there are any, or else all. A structured part
/// alone stays its kind of grid; several become blocks of a curvilinear grid, without arrays that are not in
/// all, with a remark. Where structured parts and others are mixed, or several are flat, all become one mesh
/// (vtk_mesh.h). Throws std::runtime_error as mesh_from_parts() does.
[[nodiscard]] GridData grid_from_parts(vtkCompositeDataSet& parts);

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"

// VTK protects its virtual destructors: its objects count their references.
class vtkCompositeDataSet;  // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkDataSet;           // NOLINT(cppcoreguidelines-virtual-class-destructor)

namespace farfield::compute {

/// Geometry, point and cell arrays (cell arrays averaged to the points around) and blanking of an image, a
/// rectilinear, structured or unstructured grid. Throws std::runtime_error for any other kind, naming it.
[[nodiscard]] GridData grid_from_vtk(vtkDataSet& data_set);
/// The same, but for meshes, of one of several blocks, which have one origin (grids/origin.h).
[[nodiscard]] GridData grid_from_vtk(vtkDataSet& data_set, glm::dvec3 origin);

/// The parts of a dataset: those that fill a volume if there are any, or else all. A structured part by
/// itself is the grid it is; several are blocks of a curvilinear grid, of which arrays that are not in all
/// are left out, with a remark. Where structured parts and others are mixed, or there are several flat ones,
/// all become one mesh (vtk_mesh.h). Throws std::runtime_error as mesh_from_parts() does.
[[nodiscard]] GridData grid_from_parts(vtkCompositeDataSet& parts);

}  // namespace farfield::compute

#pragma once

#include "compute_node/fields/grid_data.h"

// VTK protects its virtual destructors: its objects count their references.
class vtkDataSet;  // NOLINT(cppcoreguidelines-virtual-class-destructor)

namespace farfield::compute {

/// Geometry, point and cell arrays (cell arrays averaged to the points around) and blanking of an image, a
/// rectilinear, structured or unstructured grid. Throws std::runtime_error for any other kind, naming it.
[[nodiscard]] GridData grid_from_vtk(vtkDataSet& data_set);

}  // namespace farfield::compute

#pragma once

#include "compute_node/fields/grid_data.h"

// VTK protects its virtual destructors: its objects count their references.
class vtkCompositeDataSet;  // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkDataSet;           // NOLINT(cppcoreguidelines-virtual-class-destructor)

namespace farfield::compute {

/// Points, cells and arrays of any VTK dataset as a mesh. Cells of higher degree are taken by their corners
/// and cells of other kinds left out, each with a remark; so are hidden ones.
/// Throws std::runtime_error when no cell is left, naming the kinds that there were.
[[nodiscard]] GridData mesh_from_vtk(vtkDataSet& data_set);

/// The parts of a dataset as one mesh: all that have cells with a volume, or else all. Arrays that are not in
/// each of them are left out, with a remark. Throws std::runtime_error as above.
[[nodiscard]] GridData mesh_from_parts(vtkCompositeDataSet& parts);

}  // namespace farfield::compute

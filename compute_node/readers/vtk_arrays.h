#pragma once

#include "compute_node/fields/grid_data.h"

class vtkDataSet;

namespace farfield::compute {

/// Adds the arrays of one, two or three numbers a point or cell to a grid, as binary32: two numbers become a
/// vector with no third component, and cells are averaged to their corners (with a remark).
/// Points that VTK hides, and the corners of hidden cells but a mesh's, become blanked nodes.
void add_vtk_arrays(vtkDataSet& data_set, GridData& grid);

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"

class vtkDataSet;

namespace farfield::compute {

/// Adds arrays with one, two or three numbers a point or cell to a grid, as binary32: two numbers become a
/// vector without third component; cells are averaged to their corners (with a remark). Momentum over density
/// is added, without a velocity. Of two arrays of one name the one in cells becomes "NAME (cells)".
/// default_vector becomes what the file marks as its vectors.
/// Points that VTK hides, and the corners of hidden cells but a mesh's, become blanked nodes.
void add_vtk_arrays(vtkDataSet& data_set, GridData& grid);

}  // namespace farfield::compute

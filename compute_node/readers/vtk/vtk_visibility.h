#pragma once

#include <vtkType.h>

#include <cstdint>
#include <string>
#include <vector>

class vtkDataSet;

namespace farfield::compute {

/// Makes what hides points and cells one: vtkGhostType of any whole type becomes VTK's own, and points or
/// cells where an array 'iblank' is 0, in some of them, are hidden. Returns remarks on the latter.
std::vector<std::string> settle_visibility(vtkDataSet& data_set);

/// True for a cell that its flags hide, or that lies in others of a refined grid.
[[nodiscard]] bool is_hidden_cell(vtkDataSet& data_set, vtkIdType cell);
/// True for a point that its flags hide.
[[nodiscard]] bool is_hidden_point(vtkDataSet& data_set, vtkIdType point);
[[nodiscard]] bool has_hidden_points(vtkDataSet& data_set);

}  // namespace farfield::compute

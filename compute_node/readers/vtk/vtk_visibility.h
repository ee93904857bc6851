#pragma once

#include <vtkType.h>

#include <cstdint>
#include <string>
#include <vector>

class vtkDataSet;

namespace farfield::compute {

/// Unifies what hides points and cells: vtkGhostType of any integer type becomes VTK's own; where an array
/// 'iblank' or 'cellN' is 0, or VisIt's 'avtGhostZones' is not, for some of them only, these are hidden.
/// Returns remarks on both.
std::vector<std::string> settle_visibility(vtkDataSet& data_set);

/// True for a cell that its flags hide, or that is refined by other cells.
[[nodiscard]] bool is_hidden_cell(vtkDataSet& data_set, vtkIdType cell);
/// True for a point that its flags hide.
[[nodiscard]] bool is_hidden_point(vtkDataSet& data_set, vtkIdType point);
[[nodiscard]] bool has_hidden_points(vtkDataSet& data_set);

}  // namespace farfield::compute

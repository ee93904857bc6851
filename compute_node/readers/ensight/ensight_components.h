#pragma once

#include "compute_node/readers/ensight/ensight_case.h"
#include "compute_node/readers/ensight/ensight_check.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

class vtkMultiBlockDataSet;

namespace farfield::compute {

/// True for vectors per element of EnSight Gold in text, where a part is a block: VTK 9.1 reads neither their
/// values nor the parts behind, but reads scalars per element. Their components are handed to VTK as three
/// scalars.
[[nodiscard]] bool is_read_by_components(const EnsightEntry& variable, const EnsightParts& geometry);

/// The texts of the three components. text: of one time step, as check_ensight_variable() accepts it.
[[nodiscard]] std::array<std::string, 3> ensight_components(std::string_view text,
                                                            const EnsightParts& geometry);

/// The name under which VTK sees a component of a variable.
[[nodiscard]] std::string component_name(const std::string& variable, std::size_t component);

/// Makes vectors of these names from the components that VTK has read.
void join_components(vtkMultiBlockDataSet& parts, const std::vector<std::string>& variables);

}  // namespace farfield::compute

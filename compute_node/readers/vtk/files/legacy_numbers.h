#pragma once

#include <optional>
#include <string>
#include <string_view>

class vtkDataSet;

namespace farfield::compute {

/// Text of a legacy file with numbers in the place of words that VTK's reader does not take, where lines hold
/// numbers: "nan", "-inf" and the like. Nothing where there are none.
[[nodiscard]] std::optional<std::string> with_stand_ins(std::string_view text);

/// Makes NaN and infinity of these numbers, in all real arrays of what was read, points too.
void replace_stand_ins(vtkDataSet& data);

}  // namespace farfield::compute

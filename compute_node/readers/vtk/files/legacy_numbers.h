#pragma once

#include <optional>
#include <string>
#include <string_view>

class vtkDataSet;

namespace farfield::compute {

/// Replaces words that VTK's reader does not take, "nan", "-inf" and the like, by stand-in numbers, where
/// lines of a legacy file hold numbers. None where the text has no such word.
[[nodiscard]] std::optional<std::string> with_stand_ins(std::string_view text);

/// Turns the stand-in numbers of with_stand_ins() into NaN and infinity, in all real arrays and the points.
void replace_stand_ins(vtkDataSet& data);

}  // namespace farfield::compute

#pragma once

#include <filesystem>
#include <optional>

namespace farfield::compute {

/// The time of a VTK file, by the array "TimeValue" or "TIME" of its field data: in a legacy file if it
/// stands before the grid, in text or binary; in an XML file if its one value is text, or in the tag as VTK's
/// writers write it (RangeMin). Looks at the first 64 KiB. None where there is no such array, or it is not
/// understood.
[[nodiscard]] std::optional<double> time_value_of(const std::filesystem::path& file);

}  // namespace farfield::compute

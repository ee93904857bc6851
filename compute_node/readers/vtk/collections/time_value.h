#pragma once

#include <filesystem>
#include <optional>

namespace farfield::compute {

/// When a VTK file is, by the array "TimeValue" or "TIME" of its field data: of a legacy file where it is
/// before the grid, in text or binary; of an XML file where its one value is text, or in the tag as VTK's
/// writers have it (RangeMin). Looks at the first 64 KiB. Nothing where there is none, or it is not
/// understood.
[[nodiscard]] std::optional<double> time_value_of(const std::filesystem::path& file);

}  // namespace farfield::compute

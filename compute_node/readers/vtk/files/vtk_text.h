#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The text of a VTK file, legacy or XML, as VTK's readers understand it: with numbers as C spells them and
/// without a byte order mark. None where they can read the file as it is; binary numbers are never looked
/// at.
[[nodiscard]] std::optional<std::string> text_for_vtk(const std::filesystem::path& file);

/// Converts the text of a legacy file, or of a part of one, as text_for_vtk(), with numbers that stand in for
/// NaN and infinity (legacy_numbers.h).
[[nodiscard]] std::optional<std::string> legacy_text_for_vtk(std::string_view text);

/// A clause for errors on a file with numbers in text: "; it has '1,5', which is no number"; "" without such.
[[nodiscard]] std::string no_number_in_vtk(const std::filesystem::path& file);

}  // namespace farfield::compute

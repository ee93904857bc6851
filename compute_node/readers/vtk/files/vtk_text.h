#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The text of a VTK file, of the older form or XML, as VTK's readers understand it: with numbers as C spells
/// them and without a mark of the order of bytes. Nothing where they can read the file as it is; numbers in
/// binary are never looked at.
[[nodiscard]] std::optional<std::string> text_for_vtk(const std::filesystem::path& file);

/// The same of the text of a file of the older form, or of a part of one, with numbers that stand in for NaN
/// and infinity (legacy_numbers.h).
[[nodiscard]] std::optional<std::string> legacy_text_for_vtk(std::string_view text);

/// "; it has '1,5', which is no number", of a file with numbers in text, for errors; "" where it has none.
[[nodiscard]] std::string no_number_in_vtk(const std::filesystem::path& file);

}  // namespace farfield::compute

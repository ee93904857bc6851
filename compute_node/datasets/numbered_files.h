#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace farfield::compute {

/// Whether files of a kind are commonly numbered by their time steps, and name no times: .vti .vtr .vts .vtu
/// .vtp .vtk .vtm .pvti .pvtr .pvts .pvtu .pvtp.
[[nodiscard]] bool comes_numbered(const std::filesystem::path& file);

/// The digits at the end of a numbered file's stem, as a number: 20 of "run/cavity_20.vtk". Nothing where
/// there are none, more than fifteen, or the file is of another kind.
[[nodiscard]] std::optional<double> number_of(const std::filesystem::path& file);

/// A name with a star in place of its number, "run/cavity_*.vtk". Expects one that number_of() finds.
[[nodiscard]] std::string with_star(const std::string& name);

/// Whether a name, without its folder, is a pattern of with_star() with a number in place of the star.
[[nodiscard]] bool is_numbered_as(const std::string& name, const std::string& pattern);

}  // namespace farfield::compute

#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace farfield::compute {

/// True for files of a kind commonly numbered by time steps, which name no times: .vti .vtr .vts .vtu
/// .vtp .vtk .vtm .pvti .pvtr .pvts .pvtu .pvtp.
[[nodiscard]] bool comes_numbered(const std::filesystem::path& file);

/// The number at the end of a numbered file's stem: 20 of "run/cavity_20.vtk". None where there are no
/// digits, more than fifteen, or the file is of another kind.
[[nodiscard]] std::optional<double> number_of(const std::filesystem::path& file);

/// The name with a star in place of its number, "run/cavity_*.vtk". Expects a name that number_of() reads.
[[nodiscard]] std::string with_star(const std::string& name);

/// True when a name, without its folder, is a pattern of with_star() with a number in place of the star.
[[nodiscard]] bool is_numbered_as(const std::string& name, const std::string& pattern);

}  // namespace farfield::compute

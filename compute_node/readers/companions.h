#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace farfield::compute {

/// Files that are read together with this one, which is the first of them: those that an EnSight .case names,
/// of files that are numbered by time the first. Those that do not exist are not listed.
[[nodiscard]] std::vector<std::filesystem::path> with_companions(const std::filesystem::path& file);

/// Whether a file holds a mesh of cells, by its ending; legacy VTK files say so among their first bytes.
[[nodiscard]] bool holds_mesh(const std::filesystem::path& file);

}  // namespace farfield::compute

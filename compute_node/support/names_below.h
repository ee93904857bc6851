#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace farfield {

/// Whether a path is the folder or lies below it; both are canonical.
[[nodiscard]] bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// A text in which the names of files below the folders are their paths below these, and the folders' own
/// names are without what leads there: as one may read it who is not to know where the folders are.
[[nodiscard]] std::string names_below(std::span<const std::filesystem::path> folders, std::string text);

}  // namespace farfield

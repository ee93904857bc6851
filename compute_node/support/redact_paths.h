#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace farfield {

/// True when a path is the folder or lies below it; both are canonical.
[[nodiscard]] bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Rewrites absolute paths below `folders` to relative ones, so that a message does not disclose where the
/// folders are. A folder's own path becomes its last name.
[[nodiscard]] std::string redact_paths(std::span<const std::filesystem::path> folders, std::string text);

}  // namespace farfield

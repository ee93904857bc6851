#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace farfield {

/// The sizes and times of change of files: another text once one of them was written or replaced. Files that
/// are not there are left out.
[[nodiscard]] std::string fingerprint_of(std::span<const std::filesystem::path> files);

}  // namespace farfield

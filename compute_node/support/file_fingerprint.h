#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace farfield {

/// Text of the sizes and times of change of files: it differs once one of them was written or replaced.
/// Missing files are left out.
[[nodiscard]] std::string fingerprint_of(std::span<const std::filesystem::path> files);

}  // namespace farfield

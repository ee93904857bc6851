#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::compute {

/// The times in seconds and the files of a .series file: {"files": [{"name": "a.vtu", "time": 0.5}]}. file:
/// name for errors. Throws std::runtime_error: one line with the file, the expected and the found.
[[nodiscard]] std::vector<std::pair<double, std::string>> files_in_series(const std::filesystem::path& file,
                                                                          std::string_view text);

}  // namespace farfield::compute

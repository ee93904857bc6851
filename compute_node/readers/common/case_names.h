#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The file that a word of an EnSight case stands for: next to the case, of files that are numbered by time
/// the first.
[[nodiscard]] std::optional<std::filesystem::path> file_named_in(const std::filesystem::path& case_file,
                                                                 const std::string& word);

/// The files next to a case that names with a run of asterisks stand for, in their order. Each folder is
/// listed once.
[[nodiscard]] std::map<std::string, std::vector<std::filesystem::path>>
numbered_files(const std::filesystem::path& case_file, const std::vector<std::string>& names);

/// A name with as many digits in the place of its asterisks, or more where the number has more.
[[nodiscard]] std::string numbered_name(std::string name, long number);

}  // namespace farfield::compute

#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The file that a word of an EnSight case names, next to the case; of files numbered by time, the first
/// one.
[[nodiscard]] std::optional<std::filesystem::path> file_named_in(const std::filesystem::path& case_file,
                                                                 const std::string& word);

/// The files next to a case, in order, for each name with a run of asterisks. Each folder is listed
/// once.
[[nodiscard]] std::map<std::string, std::vector<std::filesystem::path>>
numbered_files(const std::filesystem::path& case_file, const std::vector<std::string>& names);

/// The name with its asterisks replaced by as many digits of the number, or by more where it has more.
[[nodiscard]] std::string numbered_name(std::string name, long number);

}  // namespace farfield::compute

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace farfield::compute {

/// The file that a word of an EnSight case stands for: next to the case, of files that are numbered by time
/// that of a step, or the last one.
[[nodiscard]] std::optional<std::filesystem::path>
file_named_in(const std::filesystem::path& case_file, const std::string& word, std::size_t step = 0);

/// A name with as many digits in the place of its asterisks, or more where the number has more.
[[nodiscard]] std::string numbered_name(std::string name, long number);

}  // namespace farfield::compute

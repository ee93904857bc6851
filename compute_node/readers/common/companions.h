#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Files that are read together with this one, which is the first of them: those that an EnSight .case names
/// and that exist, or the first field file of a .nek5000.
[[nodiscard]] std::vector<std::filesystem::path> with_companions(const std::filesystem::path& file);

/// Bytes of with_companions(), as far as they are known.
[[nodiscard]] std::uint64_t bytes_with_companions(const std::filesystem::path& file);

/// The file that a word of a case stands for: next to it, of files that are numbered by time that of a
/// step, or the last one.
[[nodiscard]] std::optional<std::filesystem::path>
file_named_in(const std::filesystem::path& case_file, const std::string& word, std::size_t step = 0);

/// A name with as many digits in the place of its asterisks, or more where the number has more.
[[nodiscard]] std::string numbered_name(std::string name, long number);

/// Whether a file holds a mesh of cells, by its ending; legacy VTK files say so among their first bytes.
[[nodiscard]] bool holds_mesh(const std::filesystem::path& file);

}  // namespace farfield::compute

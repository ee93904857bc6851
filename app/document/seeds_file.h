#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "model/rakes/rakes.h"

namespace farfield::app {

/// A file of seeds is not read when it has more bytes than this: model::max_listed_seeds lines are shorter.
inline constexpr std::uintmax_t max_seeds_file_bytes = 4 << 20;

/// Seeds of a text with a header `x,y,z` or `x,y,z,t` and a line of as many finite numbers for each.
/// Spaces around a number, empty lines, CR before
/// LF and a byte order mark are passed over. name: of the file, for errors. Throws std::runtime_error with
/// file, line, what was expected and what was found, or with the limit max_listed_seeds.
[[nodiscard]] model::ListRake parse_seeds(std::string_view text, const std::string& name);

/// Throws also when the file cannot be read, or has more than max_seeds_file_bytes.
[[nodiscard]] model::ListRake load_seeds(const std::filesystem::path& file);

}  // namespace farfield::app

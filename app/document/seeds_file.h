#pragma once

#include "model/rakes/rakes.h"

#include <cstdint>
#include <filesystem>

namespace farfield::app {

/// Size above which a file of seeds is not read: max_listed_seeds lines are shorter.
inline constexpr std::uintmax_t max_seeds_file_bytes = 4 << 20;

/// Reads a CSV file of seeds in the form of model/rakes/seeds_csv.h, at most model::max_listed_seeds. Throws
/// std::runtime_error also when the file cannot be read, or has more than max_seeds_file_bytes.
[[nodiscard]] model::ListRake load_seeds(const std::filesystem::path& file);

}  // namespace farfield::app

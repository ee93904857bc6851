#pragma once

#include <filesystem>

namespace farfield::compute {

/// Checks that a file of a case's file set, text or binary, has this many time steps, each between the marks
/// BEGIN TIME STEP and END TIME STEP. Throws std::runtime_error naming the file, and how many it has.
void check_ensight_marks(const std::filesystem::path& file, long steps);

}  // namespace farfield::compute

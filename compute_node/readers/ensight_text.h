#pragma once

#include <filesystem>

namespace farfield::compute {

/// Checks that the text files which an EnSight Gold case names are as long as they say: VTK's reader goes on
/// behind the end of a file that was cut. Binary files, and words it does not know, are left to VTK.
/// Throws std::runtime_error naming the file, and what is missing from it.
void check_ensight_text(const std::filesystem::path& case_file);

}  // namespace farfield::compute

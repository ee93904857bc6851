#pragma once

#include <filesystem>

namespace farfield::compute {

/// Checks that the lines of an EnSight case are those that the format has, in their order, and that the time
/// and file sets they refer to are there: VTK's reader loops for ever, or reads beyond its data, where they
/// are not. Throws std::runtime_error naming the file, the line, the expected and the found. Source: EnSight
/// User Manual, "EnSight Gold Case File Format".
void check_ensight_case(const std::filesystem::path& case_file);

}  // namespace farfield::compute

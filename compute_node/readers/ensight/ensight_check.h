#pragma once

#include <cstdint>
#include <filesystem>

namespace farfield::compute {

/// Checks that the files which an EnSight case names for a time step are as long as they say: VTK's reader
/// goes on behind the end of a geometry, or of a text, that was cut. Of EnSight 6 that is the geometry in
/// text alone. Variables in binary, which VTK checks, files in Fortran's binary, files of several time steps
/// and words it does not know are left to VTK. Returns how many points the geometry has, or 0 where it was
/// left to VTK. Throws std::runtime_error naming the file, and the missing part.
std::uint64_t check_ensight_files(const std::filesystem::path& case_file, std::size_t time_step);

}  // namespace farfield::compute

#pragma once

#include <cstdint>
#include <filesystem>

namespace farfield::compute {

/// Checks that an EnSight Gold geometry in C's binary form is as long as it says, up to the first word that
/// it does not know, and returns how many points its parts have. Throws std::runtime_error naming the file,
/// and the missing part.
std::uint64_t check_ensight_binary(const std::filesystem::path& geometry);

}  // namespace farfield::compute

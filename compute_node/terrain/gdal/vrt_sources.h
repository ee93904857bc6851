#pragma once

#include <filesystem>
#include <vector>

namespace farfield::terrain {

/// The files that a VRT consists of. Throws std::runtime_error naming the VRT when anything in it may lead
/// elsewhere: elements other than those of a plain mosaic (warped, derived, raw bands), options for opening,
/// sources that are not names of plain files.
[[nodiscard]] std::vector<std::filesystem::path> plain_vrt_sources(const std::filesystem::path& vrt);

}  // namespace farfield::terrain

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::terrain {

/// The files that a VRT consists of. Throws std::runtime_error naming the VRT when anything in it may lead
/// elsewhere: elements other than those of a plain mosaic (warped, derived, raw bands), options for opening,
/// sources that are not names of plain files.
[[nodiscard]] std::vector<std::filesystem::path> plain_vrt_sources(const std::filesystem::path& vrt);

/// The texts of a file of XML, whatever its elements are; none of a file of another kind.
[[nodiscard]] std::vector<std::string> texts_in_xml(const std::filesystem::path& file);

}  // namespace farfield::terrain

#pragma once

#include <filesystem>

namespace farfield::terrain {

/// Checks that GDAL waits for nothing beside a file: it looks for parts by the file's name ("dem.tfw",
/// "dem.tif.ovr", "dem.dbf"). Throws std::runtime_error that names a pipe, a socket or a device among them.
void check_plain_beside(const std::filesystem::path& file);

/// Checks the same of a file and of all files that it names, where it is XML, as a VRT is, and that these
/// name in turn.
void check_plain_parts(const std::filesystem::path& file);

}  // namespace farfield::terrain

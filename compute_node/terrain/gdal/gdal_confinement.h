#pragma once

#include "compute_node/terrain/gdal/gdal_handles.h"

#include <filesystem>
#include <vector>

namespace farfield::terrain {

/// Formats that are read when files are confined to folders: those that name no other files, or only such as
/// GDAL lists before it reads heights, and VRT. Ends with a null pointer, as GDAL wants it.
[[nodiscard]] const char* const* confined_formats();

/// Checks a file before it is opened; from then on GDAL fetches nothing (fetch_nothing()). Throws
/// std::runtime_error naming the file when it does not lie below one of the folders, is not of a confined
/// format, or is a VRT with anything in it but plain sources that pass this check too.
void check_confined(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders);

/// Checks a file of a format that names no other files: throws std::runtime_error naming the file unless it
/// lies below one of the folders, links resolved.
void check_below(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders);

/// Checks an opened file: throws when a file that GDAL reads for it lies outside.
void check_files_confined(GDALDatasetH dataset, const std::filesystem::path& file,
                          const std::vector<std::filesystem::path>& folders);

/// The files that GDAL reads for a dataset, the sources of VRTs within VRTs among them; each once.
[[nodiscard]] std::vector<std::filesystem::path> files_of(GDALDatasetH dataset);

}  // namespace farfield::terrain

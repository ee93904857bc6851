#pragma once

#include <filesystem>
#include <string>

namespace farfield {

/// What a file of flows, meshes or points is that no raster of heights can be: "a Tecplot file of a flow",
/// "a Fluent file of a mesh and its flow", ...; by what it begins with, else by its ending. Empty for all
/// other files: those that may be rasters, NetCDF, HDF5 and GRIB among them, and those that are not known.
[[nodiscard]] std::string other_than_heights(const std::filesystem::path& file);

}  // namespace farfield

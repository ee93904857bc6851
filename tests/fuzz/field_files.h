#pragma once

#include <filesystem>

namespace farfield::fuzz {

/// Writes a small dataset in each of some formats into a folder: VTK legacy, XML and, where there is HDF5,
/// VTKHDF, EnSight, PLOT3D, Nek5000 and NetCDF, classic and in HDF5, among them.
void write_field_files(const std::filesystem::path& folder);

}  // namespace farfield::fuzz

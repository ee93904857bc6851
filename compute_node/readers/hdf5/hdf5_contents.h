#pragma once

#include <filesystem>
#include <string>

namespace farfield::compute {

/// Names of a few datasets of an HDF5 file with their lengths, for a sentence: " with '/a/u' (64 x 64 x 3)";
/// empty where there are none, or the file cannot be opened.
[[nodiscard]] std::string contents_of_hdf5(const std::filesystem::path& file);

/// True when datasets have named dimensions, as NetCDF-4 writes them. False where the file cannot be opened.
[[nodiscard]] bool is_netcdf_in_hdf5(const std::filesystem::path& file);

}  // namespace farfield::compute

#pragma once

#include <filesystem>

namespace farfield::compute {

/// Walks the header of a file in one of NetCDF's classic formats (CDF-1, 2 and 5) and checks that its lists
/// are no longer than the file allows: the library takes memory for them unchecked, and crashes. Files in
/// other formats, and those that cannot be opened, pass. Throws std::runtime_error with the file, the
/// expected and the found. Source: NetCDF Classic Format Specification, Unidata, 2011; for CDF-5: "CDF-5 file
/// format specification", PnetCDF, 2014.
void check_netcdf_header(const std::filesystem::path& path);

}  // namespace farfield::compute

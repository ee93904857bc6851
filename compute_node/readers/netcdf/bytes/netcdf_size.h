#pragma once

#include <cstdint>

namespace farfield::compute {

/// The least size in bytes of an open NetCDF file of the classic formats (CDF-1, -2 and -5), computed from
/// its header: the library reads missing bytes at a file's end as zeros. 0 for the HDF5 format, whose library
/// detects missing bytes. id: of nc_open(). Source: NetCDF Classic Format Specification, Unidata, 2011.
[[nodiscard]] std::uint64_t least_netcdf_bytes(int id);

}  // namespace farfield::compute

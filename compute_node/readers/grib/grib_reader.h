#pragma once

#include "compute_node/fields/file_heading.h"
#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads GRIB 1 and 2, one file or several with a component each: winds or currents on levels, at one of
/// their times. only_scalar: as for read_netcdf() (netcdf_reader.h).
[[nodiscard]] GridData read_grib(const std::vector<std::filesystem::path>& files, std::uint64_t max_nodes,
                                 std::size_t time_step = 0,
                                 const std::optional<std::string>& only_scalar = std::nullopt,
                                 const std::string& velocity = {});

/// Times in seconds since 1970, and the unit, by the heads of the messages.
[[nodiscard]] FileHeading grib_heading(const std::vector<std::filesystem::path>& files,
                                       const std::string& velocity = {});

/// Folders that reading GRIB needs beside those of the data: the tables of ecCodes. Empty without ecCodes, or
/// where its tables are built in.
[[nodiscard]] std::vector<std::filesystem::path> grib_folders();

}  // namespace farfield::compute

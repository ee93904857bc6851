#pragma once

#include "compute_node/fields/file_heading.h"
#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads one time step of files by their ending: one VTK, EnSight, Exodus, CGNS, Nek5000, NetCDF or GRIB
/// file, two NetCDF or GRIB files that share a grid, or a PLOT3D grid and its solution. Throws
/// std::runtime_error: one line that names the file, the expected and the found. only_scalar: as for
/// read_netcdf() (netcdf_reader.h); other files are read with all. velocity: the vector to trace, by its name
/// or those of its components; "": velocity_choice.h chooses. blocks: as choose_blocks() takes them
/// (block_choice.h).
[[nodiscard]] GridData read_files(const std::vector<std::filesystem::path>& files, std::uint64_t max_nodes,
                                  std::size_t time_step = 0,
                                  const std::optional<std::string>& only_scalar = std::nullopt,
                                  const std::string& velocity = {},
                                  const std::vector<std::string>& blocks = {});

/// The heads of such files; one step at 0 where they have no time. Throws as read_files().
[[nodiscard]] FileHeading heading_of(const std::vector<std::filesystem::path>& files,
                                     const std::string& velocity = {});

/// Times, in seconds, of files that hold one step each, such as VTK's: one for each file, in order. Throws
/// std::runtime_error where one holds several.
[[nodiscard]] std::vector<double> times_of_steps(const std::vector<std::filesystem::path>& files);

/// Folders, beside those of the data, from which libraries read their tables.
[[nodiscard]] std::vector<std::filesystem::path> folders_of_libraries();

}  // namespace farfield::compute

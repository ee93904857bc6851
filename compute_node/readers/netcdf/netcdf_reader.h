#pragma once

#include "compute_node/fields/file_heading.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/node_box.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads one time step of one file, or of two with the eastward and the northward component. only_scalar: the
/// only scalar to read; for "speed" and derived scalars ("vorticity" ...) none is read unless the file has
/// one of that name. For other names that the file lacks, all are read.
[[nodiscard]] GridData read_netcdf(const std::vector<std::filesystem::path>& files, std::uint64_t max_nodes,
                                   std::size_t time_step = 0,
                                   const std::optional<std::string>& only_scalar = std::nullopt,
                                   const std::string& velocity = {});

/// The positions of the nodes, and the scalars without their values, for a rectilinear grid, which can be
/// read in parts; throws std::runtime_error for other grids.
[[nodiscard]] GridData netcdf_shape(const std::vector<std::filesystem::path>& files,
                                    const std::string& velocity = {});
/// Reads as read_netcdf(), but only a box of the nodes of netcdf_shape(), which is complete along x.
[[nodiscard]] GridData read_netcdf_part(const std::vector<std::filesystem::path>& files, const NodeBox& box,
                                        std::uint64_t max_nodes, std::size_t time_step,
                                        const std::optional<std::string>& only_scalar,
                                        const std::string& velocity = {});

/// Times of the steps, in seconds since 1970 where the file names a date; a single step at 0 when it has no
/// time. Where times are unknown, a single NaN: the first step can still be read.
[[nodiscard]] FileHeading netcdf_heading(const std::vector<std::filesystem::path>& files,
                                         const std::string& velocity = {});

}  // namespace farfield::compute

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

/// One file, or one with the eastward and one with the northward component; one of its time steps.
/// only_scalar: read no other scalar than this one; "speed" and derived scalars ("vorticity" ...) need none
/// unless the file has one of that name. Where there is none of another name, all are read.
[[nodiscard]] GridData read_netcdf(const std::vector<std::filesystem::path>& files, std::uint64_t max_nodes,
                                   std::size_t time_step = 0,
                                   const std::optional<std::string>& only_scalar = std::nullopt,
                                   const std::string& velocity = {});

/// Where its nodes lie, and its scalars without their values, when they are a rectilinear grid's, which can
/// be read in parts; throws std::runtime_error when they are not.
[[nodiscard]] GridData netcdf_shape(const std::vector<std::filesystem::path>& files,
                                    const std::string& velocity = {});
/// Reads as read_netcdf(), of a box of these nodes that is complete along x.
[[nodiscard]] GridData read_netcdf_part(const std::vector<std::filesystem::path>& files, const NodeBox& box,
                                        std::uint64_t max_nodes, std::size_t time_step,
                                        const std::optional<std::string>& only_scalar,
                                        const std::string& velocity = {});

/// The times of its steps, in seconds since 1970 where the file names a date; one step at 0 when it has no
/// time. Where they are unknown, one that is not a number: the first step can still be read.
[[nodiscard]] FileHeading netcdf_heading(const std::vector<std::filesystem::path>& files,
                                         const std::string& velocity = {});

}  // namespace farfield::compute

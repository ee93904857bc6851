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

/// True when NetCDF files hold a mesh of triangles or polygons (mesh_topology.h) rather than a lattice. False
/// where they cannot be opened.
[[nodiscard]] bool holds_netcdf_mesh(const std::vector<std::filesystem::path>& files);

/// Reads a mesh, flat or of layers, at one of its time steps. only_scalar: as for read_netcdf().
[[nodiscard]] GridData read_netcdf_mesh(const std::vector<std::filesystem::path>& files,
                                        std::uint64_t max_nodes, std::size_t time_step = 0,
                                        const std::optional<std::string>& only_scalar = std::nullopt,
                                        const std::string& velocity = {});

/// Reads the heading of a mesh's files, as netcdf_heading() does for lattices.
[[nodiscard]] FileHeading netcdf_mesh_heading(const std::vector<std::filesystem::path>& files,
                                              const std::string& velocity = {});

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/node_box.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// Reads one time step of files by their ending: one VTK, EnSight, Exodus, CGNS, Nek5000 or NetCDF file, two
/// NetCDF files that share a grid, or a PLOT3D grid and its solution. Throws std::runtime_error: one line
/// that names the file, what was expected and found. only_scalar: as for read_netcdf(); other files are read
/// with all. velocity: the vector to trace, by its name or those of its components; "": velocity_choice.h
/// chooses.
[[nodiscard]] GridData read_files(const std::vector<std::filesystem::path>& files, std::uint64_t max_nodes,
                                  std::size_t time_step = 0,
                                  const std::optional<std::string>& only_scalar = std::nullopt,
                                  const std::string& velocity = {});

/// When the time steps of such files are, in seconds; one step at 0 where they have no time. Throws as above.
[[nodiscard]] std::vector<double> times_of(const std::vector<std::filesystem::path>& files,
                                           const std::string& velocity = {});

/// Throws std::runtime_error naming it unless it is a file that can be read, and has something in it.
void check_readable(const std::filesystem::path& file);

/// The file's ending in lower case, with its dot.
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);

/// What an ending stands for, "" when it is not read: "VTK", "NetCDF", "EnSight",
/// "Exodus", "CGNS", "Nek5000" or "PLOT3D".
[[nodiscard]] std::string_view format_of(const std::filesystem::path& file);

/// Whether files that end so are flow fields, read or known but not read yet.
[[nodiscard]] bool is_flow_ending(const std::filesystem::path& file);

/// .vti .vtr .vts .vtu and .vtk.
[[nodiscard]] GridData read_vtk(const std::filesystem::path& file, std::uint64_t max_nodes);

/// EnSight's .case, with the files that it names; structured parts as blocks, or else all parts as one mesh,
/// at one of its time steps.
[[nodiscard]] GridData read_ensight(const std::filesystem::path& file, std::uint64_t max_nodes,
                                    std::size_t time_step = 0);
[[nodiscard]] std::vector<double> ensight_times(const std::filesystem::path& file);

/// Exodus II: all element blocks as one mesh, at one of its time steps.
[[nodiscard]] GridData read_exodus(const std::filesystem::path& file, std::uint64_t max_nodes,
                                   std::size_t time_step = 0);
[[nodiscard]] std::vector<double> exodus_times(const std::filesystem::path& file);

/// CGNS: structured zones as blocks, or else all zones as one mesh, at one of its time steps.
[[nodiscard]] GridData read_cgns(const std::filesystem::path& file, std::uint64_t max_nodes,
                                 std::size_t time_step = 0);
[[nodiscard]] std::vector<double> cgns_times(const std::filesystem::path& file);

/// Nek5000's .nek5000, with the field files that it names: all spectral elements as one mesh of the cells
/// between their points, at one of its time steps.
[[nodiscard]] GridData read_nek5000(const std::filesystem::path& file, std::uint64_t max_nodes,
                                    std::size_t time_step = 0);
[[nodiscard]] std::vector<double> nek5000_times(const std::filesystem::path& file);

[[nodiscard]] GridData read_plot3d(const std::filesystem::path& grid, const std::filesystem::path& solution,
                                   std::uint64_t max_nodes);

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
/// What read_netcdf() reads, of a box of these nodes that is whole along x.
[[nodiscard]] GridData read_netcdf_part(const std::vector<std::filesystem::path>& files, const NodeBox& box,
                                        std::uint64_t max_nodes, std::size_t time_step,
                                        const std::optional<std::string>& only_scalar,
                                        const std::string& velocity = {});

/// When its time steps are, in seconds since 1970 where the file names a date; one step at 0 when it has no
/// time. Where they cannot be told, one that is not a number: the first step can still be read.
[[nodiscard]] std::vector<double> netcdf_times(const std::vector<std::filesystem::path>& files,
                                               const std::string& velocity = {});

/// Throws std::runtime_error naming the file when a dataset of so many nodes is not taken.
void check_node_limit(const std::filesystem::path& file, std::uint64_t nodes, std::uint64_t max_nodes);

}  // namespace farfield::compute

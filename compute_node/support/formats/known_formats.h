#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace farfield {

/// Throws std::runtime_error naming the file unless it can be read, and is not empty.
void check_readable(const std::filesystem::path& file);

/// The file's ending in lower case, with its dot.
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);

/// The format of an ending, "" when it is not read: "VTK", "VTK collection", "VTKHDF", "NetCDF", "GRIB",
/// "EnSight", "Exodus", "CGNS", "Nek5000", "Tecplot", "Fluent", "XDMF", "OpenFOAM" (a folder, too) or
/// "PLOT3D".
[[nodiscard]] std::string_view format_of(const std::filesystem::path& file);

/// True when several files of a format are commonly the time slices of one series.
[[nodiscard]] bool comes_in_slices(std::string_view format);

/// The beginning of names of built-in flow fields: "analytic:NAME" and "analytic:NAME:N".
inline constexpr std::string_view analytic_prefix = "analytic:";

/// True for a name of a built-in flow field.
[[nodiscard]] constexpr bool is_analytic_name(std::string_view name)
{
    return name.starts_with(analytic_prefix);
}

/// True for a file with an ending of flow fields that are read.
[[nodiscard]] bool is_flow_ending(const std::filesystem::path& file);

/// The description of a file of flows, meshes or points, which cannot be a raster of heights: "a
/// Tecplot file of a flow", "a Fluent file of a mesh and its flow", ...; by its first bytes, else by
/// its ending. Empty for all other files: possible rasters, NetCDF, HDF5 and GRIB among them, and
/// unknown files.
[[nodiscard]] std::string other_than_heights(const std::filesystem::path& file);

}  // namespace farfield

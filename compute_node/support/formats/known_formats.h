#pragma once

#include "compute_node/support/formats/format.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace farfield {

/// Throws std::runtime_error naming the file unless it can be read, and is not empty.
void check_readable(const std::filesystem::path& file);

/// The file's ending in lower case, with its dot.
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);

/// The format that reads a file, by its name; by its first bytes where other files have such names. One that
/// is neither read nor known where there is none. Never waits for a pipe.
[[nodiscard]] const Format& format_of(const std::filesystem::path& file);

/// The format with a name: "NetCDF". As format_of() where there is none.
[[nodiscard]] const Format& format_named(std::string_view name);

/// The beginning of names of built-in flow fields: "analytic:NAME" and "analytic:NAME:N".
inline constexpr std::string_view analytic_prefix = "analytic:";

/// True for a name of a built-in flow field.
[[nodiscard]] constexpr bool is_analytic_name(std::string_view name)
{
    return name.starts_with(analytic_prefix);
}

/// The description of a file of flows, meshes or points, which cannot be a raster of heights: "a
/// Tecplot file of a flow", "a Fluent file of a mesh and its flow", ...; by its first bytes, else by
/// its ending. Empty for all other files: possible rasters, NetCDF, HDF5 and GRIB among them, and
/// unknown files.
[[nodiscard]] std::string other_than_heights(const std::filesystem::path& file);

}  // namespace farfield

#pragma once

#include <array>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace farfield::terrain {

/// The variable of a NetCDF file that holds the heights of ground.
struct NetcdfElevation {
    std::string variable;
    bool down = false;     ///< the variable's numbers are depths
    bool degrees = false;  ///< the coordinates are longitudes and latitudes
    std::vector<std::string> notes;
    /// Coordinates of its pixels, rows as in the file, if any: corner, step along a row and a column.
    std::optional<std::array<double, 6>> geotransform;
};

/// The heights in a NetCDF file.
struct NetcdfContents {
    std::optional<NetcdfElevation> elevation;
    std::string why_not;  ///< a clause, where there is no elevation: "it holds a flow, 'u' and 'v' in m/s"
};

/// True for a NetCDF file: in one of the classic formats, or in HDF5 with an ending of NetCDF's or ".grd".
[[nodiscard]] bool is_netcdf(const std::filesystem::path& file);

/// True for a file in one of the classic formats, which name no other files.
[[nodiscard]] bool is_classic_netcdf(const std::filesystem::path& file);

/// Finds the variable of two dimensions that standard names, else names and units of length say to be the
/// ground's. A file that has velocities beside it is a flow. Throws std::runtime_error naming the file when
/// it cannot be read, or when the variable's coordinates are not evenly spaced. Call it while holding
/// netcdf_turn().
[[nodiscard]] NetcdfContents contents_of_netcdf(const std::filesystem::path& file);

/// True when a NetCDF file has a variable of heights, evenly spaced or not; false where it cannot be read.
[[nodiscard]] bool has_elevation(const std::filesystem::path& file);

}  // namespace farfield::terrain

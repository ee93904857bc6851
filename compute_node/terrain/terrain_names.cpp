#include "compute_node/terrain/terrain_names.h"

#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/terrain/fractal/fractal_terrain.h"
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/gdal/height_mosaic.h"
#include "compute_node/terrain/gdal/meaning/netcdf_elevation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace farfield::terrain {

bool is_terrain_name(const std::string& name)
{
    if (is_fractal_name(name)) return true;
    if (is_analytic_name(name)) return false;
    // Of files that are read together, the first tells.
    std::error_code error;
    if (const std::size_t plus = name.find('+');
        plus != std::string::npos && !std::filesystem::exists(name, error))
        return is_terrain_name(name.substr(0, plus));
    if (is_netcdf(name)) return has_elevation(name);
    // PLOT3D's files come in two, and share some endings with grids of heights.
    constexpr std::array shared{".grd", ".xyz", ".bin"};
    if (!other_than_heights(name).empty()) return false;
    // GRIB files hold winds and other fields first, and HDF5 says nothing of heights; view and the like take
    // both as terrains.
    const Format& kind = kind_of_file(name);
    if (kind.is_container || kind.comes_in_slices()) return false;
    return !format_of(name).is_read() ||
           (std::ranges::find(shared, ending_of(name)) != shared.end() && is_raster(name));
}

std::unique_ptr<HeightSource> open_named_terrain(const std::vector<std::string>& names,
                                                 const HeightOptions& options)
{
    const auto built_in = std::find_if(names.begin(), names.end(),
                                       [](const std::string& name) { return is_fractal_name(name); });
    if (built_in == names.end()) return open_terrain({names.begin(), names.end()}, options);
    if (names.size() > 1)
        throw std::runtime_error(
            fmt::format("cannot join '{}' to other terrains: it is a whole one by itself", *built_in));
    if (options.vertical_scale != 1.0 || !options.unit.empty() || options.band != 0)
        throw std::runtime_error(
            fmt::format("cannot open '{}' with a unit, band or vertical scale: expected those of "
                        "files only",
                        *built_in));
    return open_fractal(*built_in);
}

}  // namespace farfield::terrain

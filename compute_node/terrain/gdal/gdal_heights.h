#pragma once

#include "compute_node/terrain/heights/height_options.h"
#include "compute_node/terrain/heights/height_source.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

namespace farfield::terrain {

/// Error for a raster that is a picture without heights.
struct PictureFound : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Opens one file that GDAL reads as a raster of heights: DTED, SRTM .hgt, GeoTIFF, USGS DEM, VRT, ...
/// Heights are (number * the band's scale + offset) * its unit * options.vertical_scale. No-data values, NaN,
/// infinities and masked posts are holes; so are +-32767 and +-32768 in signed rasters of metres or feet,
/// which no place on Earth is at, and a note says so when there are some. A file that names no unit is taken
/// to be in metres, with a note; one that names an unknown unit is an error. Of NetCDF the variable that is
/// ground is taken. No file is written or fetched, no text printed. Throws PictureFound, RasterLimit, or
/// another std::runtime_error: the failure, the file, expected against found, and the apparent format of a
/// file that is no raster of heights. A truncated one may be noticed only when its rows are read.
[[nodiscard]] std::unique_ptr<HeightSource> open_heights(const std::filesystem::path& file,
                                                         const HeightOptions& options = {});

/// True when GDAL takes a file for some raster; false for a file that is not there.
[[nodiscard]] bool is_raster(const std::filesystem::path& file);

}  // namespace farfield::terrain

#pragma once

#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/heights/raster_limit.h"

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::terrain {

/// Throws RasterLimit where a raster of a file claims more numbers than its files can hold, would be unpacked
/// in blocks too large, or has more than max_terrain_posts along a side. Takes no memory itself.
/// files: all that the raster is read from; name: the one in messages.
void check_raster_limits(GDALDatasetH dataset, GDALRasterBandH band,
                         const std::vector<std::filesystem::path>& files, const std::string& name);

}  // namespace farfield::terrain

#pragma once

#include "compute_node/terrain/height_source.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// A GeoTIFF, tiled and compressed, of bytes over a terrain's posts: its grid and reference system, a post at
/// the centre of each pixel. image: [rows][columns]; nodata: the byte that stands for nothing. Throws
/// std::runtime_error when GDAL cannot make it.
[[nodiscard]] std::vector<std::byte> geotiff_of(const TerrainInfo& info, std::span<const std::uint8_t> image,
                                                std::uint8_t nodata);

}  // namespace farfield::compute

#pragma once

#include "compute_node/terrain/heights/post_frame.h"
#include "compute_node/terrain/tree/post_window.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::terrain {

/// A GeoTIFF, tiled and compressed, of bytes over some posts of a terrain: its grid and reference system, a
/// post at the centre of each pixel. frame: of the whole terrain; image: [window.rows][window.columns];
/// nodata: the byte that stands for no value. Throws std::runtime_error when GDAL cannot make the file.
[[nodiscard]] std::vector<std::byte> geotiff_of(const PostFrame& frame, const PostWindow& window,
                                                std::span<const std::uint8_t> image, std::uint8_t nodata);

}  // namespace farfield::terrain

#pragma once

#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/heights/post_frame.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace farfield::terrain {

/// The origin of a raster's frame where GDAL finds none.
struct AssumedFrame {
    std::string crs;  ///< "EPSG:4326"; empty: none
    /// Numbers as GDAL's: corner, step along a row and a column, of pixels.
    std::optional<std::array<double, 6>> geotransform;
};

/// The frame of a raster's posts. Assumptions, such as a metre between posts without coordinates, are added
/// to the notes. Throws std::runtime_error naming the file when its grid is rotated against its coordinates,
/// is tied to the ground by control points alone, or is neither in a plane nor on a globe.
[[nodiscard]] PostFrame frame_of(GDALDatasetH dataset, const std::string& name,
                                 std::vector<std::string>& notes, const AssumedFrame& assumed = {});

}  // namespace farfield::terrain

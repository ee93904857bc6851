#pragma once

#include "compute_node/terrain/gdal_handles.h"
#include "compute_node/terrain/post_frame.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Where a raster's posts lie. What is assumed, such as that posts without coordinates are a metre apart, is
/// added to the notes. Throws std::runtime_error naming the file when its grid is rotated against its
/// coordinates, is tied to the ground by control points alone, or is in no plane or on no globe.
[[nodiscard]] PostFrame frame_of(GDALDatasetH dataset, const std::string& name,
                                 std::vector<std::string>& notes);

}  // namespace farfield::compute

#pragma once

#include <cstddef>

#include "model/geometry/pose.h"

namespace farfield::render {

/// A view of a terrain's ground in a slot: the ground that each pixel sees from one eye. Two grids of
/// big-endian IEEE-754 binary32, row by row from the top left: ranges in metres from the eye, and elevations
/// in metres; both NaN for pixels without ground.
struct TerrainFrame {
    std::size_t slot = 0;
    std::size_t range_bytes = 0;  ///< offset of the first range; a multiple of 4
    std::size_t elevation_bytes = 0;
    int width = 0;  ///< pixels
    int height = 0;
    model::Pose pose;
    /// Distance of about the nearest ground seen; it limits a moved camera's search for ground that hides.
    float nearest_metres = 1.0F;
    friend bool operator==(const TerrainFrame&, const TerrainFrame&) = default;
};

}  // namespace farfield::render

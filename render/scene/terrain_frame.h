#pragma once

#include <cstddef>

#include <glm/glm.hpp>

namespace farfield::render {

/// Where an eye is and where it looks, in a terrain's local frame: metres east, north and up.
struct TerrainPose {
    glm::dvec3 eye{0.0};
    double heading_degrees = 0.0;  ///< clockwise from north
    double pitch_degrees = 0.0;    ///< above the horizon
    double roll_degrees = 0.0;     ///< clockwise
    double hfov_degrees = 60.0;    ///< from the left edge to the right one
    friend bool operator==(const TerrainPose&, const TerrainPose&) = default;
};

/// A view of a terrain's ground as it lies in a slot: what each pixel sees from one eye. Two grids of
/// big-endian IEEE-754 binary32, row by row from the top left: ranges in metres from the eye, and elevations
/// in metres; both NaN where no ground is seen.
struct TerrainFrame {
    std::size_t slot = 0;
    std::size_t range_bytes = 0;  ///< offset of the first range; a multiple of 4
    std::size_t elevation_bytes = 0;
    int width = 0;  ///< pixels
    int height = 0;
    TerrainPose pose;
    /// Nearest ground that is seen, about: how far a moved camera looks for what hides the rest.
    float nearest_metres = 1.0F;
    friend bool operator==(const TerrainFrame&, const TerrainFrame&) = default;
};

}  // namespace farfield::render

#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace farfield::tomography {

/// Method by which a ray was found.
enum class RayKind : std::uint8_t {
    Descent,   ///< down the gradient of the times
    Bending,   ///< by pseudo-bending of the straight ray
    Straight,  ///< straight, as asked for
    Lost       ///< not found: no points
};

/// The path of a first arrival.
struct Ray {
    RayKind kind = RayKind::Lost;
    std::vector<glm::dvec3> points;  ///< from receiver to source, metres
};

}  // namespace farfield::tomography

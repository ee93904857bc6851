#pragma once

#include <glm/vec3.hpp>

namespace farfield::compute {

/// An axis-aligned box, both faces included.
struct Bounds {
    glm::dvec3 lo{0.0};
    glm::dvec3 hi{0.0};
};

}  // namespace farfield::compute

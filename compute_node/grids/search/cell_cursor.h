#pragma once

#include <glm/vec3.hpp>

#include <cstdint>

namespace farfield::compute {

/// The cell and the place in it where a particle was last found, so that the next search begins there.
struct CellCursor {
    std::int32_t block = -1;  ///< -1: not found yet
    glm::ivec3 cell{0};
    glm::vec3 local{0.5F};  ///< in the cell's own coordinates, [0, 1] each
};

}  // namespace farfield::compute

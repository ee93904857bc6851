#pragma once

#include <glm/vec3.hpp>

namespace farfield::compute {

/// A box: surfaces in it are those of cells whose corners all lie in it, faces included.
struct CellRegion {
    glm::vec3 lo{0.0F}, hi{0.0F};  ///< as positions of the grid

    [[nodiscard]] bool holds(glm::vec3 place) const
    {
        return place.x >= lo.x && place.y >= lo.y && place.z >= lo.z && place.x <= hi.x && place.y <= hi.y &&
               place.z <= hi.z;
    }
    friend bool operator==(const CellRegion&, const CellRegion&) = default;
};

}  // namespace farfield::compute

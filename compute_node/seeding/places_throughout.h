#pragma once

#include "compute_node/fields/field.h"

#include <glm/vec3.hpp>

#include <vector>

namespace farfield::compute {

/// A place of a field where something moves.
struct MovingPlace {
    glm::dvec3 place;    ///< in the dataset's coordinates
    double speed = 0.0;  ///< in length units a second
};

/// The places, of 4,096 that fill the bounds evenly (J. H. Halton, Numerische Mathematik 2, 1960, bases 2, 3
/// and 5), that are in the domain and where something moves at a time, always in the same order.
[[nodiscard]] std::vector<MovingPlace> moving_places(const Field& field, float time);

/// The speed that 98 % of these places do not exceed. places: at least one.
[[nodiscard]] double usual_top_speed(const std::vector<MovingPlace>& places);

}  // namespace farfield::compute

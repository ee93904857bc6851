#pragma once

#include "compute_node/seeding/places_throughout.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <vector>

namespace farfield::compute {

/// Seeds of lines that show a field as a whole, at most `count`, in the dataset's coordinates, at the
/// first time at which something moves. The places that moving_places() finds are weighted by speed,
/// at most usual_top_speed(): the faster the flow, the closer the seeds. No seeds where nothing
/// moves.
[[nodiscard]] std::vector<glm::dvec3> seeds_throughout(const Field& field, std::size_t count);
/// The same for places that are known already.
[[nodiscard]] std::vector<glm::dvec3> seeds_throughout(const std::vector<MovingPlace>& places,
                                                       std::size_t count);

}  // namespace farfield::compute

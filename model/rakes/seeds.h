#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <glm/vec3.hpp>

#include "model/rakes/rakes.h"

/// Positions of a rake's seeds: docs/protocol.md, section 5. Slices and isovalues have none here, as theirs
/// depend on the dataset.
namespace farfield::model {

/// Maps a place that a rake names to the field's own place (such as its longitude in the field's range).
using MeantPlace = std::function<glm::dvec3(const glm::dvec3&)>;

/// The seeds in order, computed in binary64, then made relative to the origin and rounded to binary32.
[[nodiscard]] std::vector<glm::vec3> seeds_of(const RakeShape& shape, glm::dvec3 origin = glm::dvec3{0.0},
                                              const MeantPlace& meant = {});
[[nodiscard]] std::vector<glm::vec3> seeds_of(const Rake& rake, glm::dvec3 origin = glm::dvec3{0.0},
                                              const MeantPlace& meant = {});

/// The seeds to draw: when there are more than `most`, a coarser lattice of the same kind; all of a list.
[[nodiscard]] std::vector<glm::vec3> seed_dots(const RakeShape& shape, std::size_t most,
                                               glm::dvec3 origin = glm::dvec3{0.0});

/// Two directions at right angles to each other and to a normal, anticlockwise about it. A circle's seeds
/// begin at u.
struct Across {
    glm::dvec3 u, v;
};
[[nodiscard]] Across across(glm::dvec3 normal);

/// Throws std::runtime_error when a rake has no seed, no particle, a number that is not a finite binary32, a
/// circle's normal of no length, a radius that is not above 0 or an injection that ends before it starts or
/// has no interval. index: the rake's place among the rakes, for the error.
void check_rake(const Rake& rake, std::size_t index);

}  // namespace farfield::model

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <glm/vec3.hpp>

#include "model/rakes/rakes.h"

/// Where the seeds of a rake lie: docs/protocol.md, section 5. Slices and isovalues have none here: their
/// places depend on the dataset.
namespace farfield::model {

/// The place that is meant by one.
using MeantPlace = std::function<glm::dvec3(const glm::dvec3&)>;

/// The seeds in order, worked out in binary64, then taken from the origin and rounded to binary32.
[[nodiscard]] std::vector<glm::vec3> seeds_of(const RakeShape& shape, glm::dvec3 origin = glm::dvec3{0.0},
                                              const MeantPlace& meant = {});
[[nodiscard]] std::vector<glm::vec3> seeds_of(const Rake& rake, glm::dvec3 origin = glm::dvec3{0.0},
                                              const MeantPlace& meant = {});

/// The same for drawing: of more seeds than `most`, a coarser arrangement of the same kind; of a list, all.
[[nodiscard]] std::vector<glm::vec3> seed_dots(const RakeShape& shape, std::size_t most,
                                               glm::dvec3 origin = glm::dvec3{0.0});

/// Two directions at right angles to each other and to a normal, anticlockwise about it; a circle's seeds
/// begin at u.
struct Across {
    glm::dvec3 u, v;
};
[[nodiscard]] Across across(glm::dvec3 normal);

/// Throws std::runtime_error when a rake has no seed, no particle, a number that is not a finite binary32, a
/// circle's normal of no length, a radius that is not above 0 or an injection that ends before it starts or
/// has no interval. `index`: its place among the rakes, which the error names.
void check_rake(const Rake& rake, std::size_t index);

}  // namespace farfield::model

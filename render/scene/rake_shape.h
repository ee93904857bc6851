#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <glm/glm.hpp>

#include "model/rakes/rakes.h"
#include "render/scene/view.h"

namespace farfield::render {

/// The drawn parts of a rake: lines, a small dot for each seed, and the handles that a user drags.
struct RakeShape {
    std::vector<std::pair<glm::vec3, glm::vec3>> lines;
    std::vector<glm::vec3> seeds;
    std::vector<glm::vec3> handles;
    bool selected = false;
    std::optional<glm::vec4> held = std::nullopt;  ///< colour of another viewer that holds the rake
};

/// Identifies a handle of one of several rakes.
struct HandleId {
    std::size_t rake = 0;
    std::size_t handle = 0;
    friend bool operator==(const HandleId&, const HandleId&) = default;
};

/// The shape of a rake in a scene with the origin `origin`. domain: in the scene; a slice extends
/// through all of it. Handles, by number:
/// - a point: 0, the point;
/// - a line: 0 from, 1 to, 2 the middle;
/// - a plane: 0 the origin, 1 the end of edge_u, 2 that of edge_v, 3 the middle;
/// - a circle, with a spoke: 0 where the ring begins (changes the radius), 1 the centre;
/// - a sphere, three rings about x, y and z: 0 towards +x (changes the radius), 1 the centre;
/// - a box: 0 to 7 its corners (bits 0, 1, 2 of the number: at the x, y, z of hi, not lo), 8 the middle;
/// - a list: 0, the middle of the box around its seeds;
/// - a slice, edges alone, as only the node knows which of its places have data: 0, the middle.
/// The middle and the centre move the whole rake. An isovalue has no shape before the node has found it.
[[nodiscard]] RakeShape rake_shape(const model::RakeShape& rake, const Bounds& domain = {},
                                   glm::dvec3 origin = glm::dvec3(0.0));

/// The most seeds of one rake that are drawn: more dots would run into one another.
inline constexpr std::size_t max_seed_dots = 16'384;

}  // namespace farfield::render

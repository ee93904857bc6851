#pragma once

#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// How positions of a drawing's own come into a scene with another projection: where they are at the nodes of
/// a lattice, evenly spaced in x and y; in between, bilinear. Beyond the lattice nothing is drawn.
struct PlaceMap {
    struct Node {
        glm::vec2 place{0.0F};  ///< x and y in the scene
        float height = 0.0F;    ///< added to z
        float is_there = 0.0F;  ///< 1, or 0: the node has no place
    };
    std::uint64_t id = 0;  ///< another one for other nodes
    int columns = 0, rows = 0;
    glm::dvec2 first{0.0}, step{1.0};  ///< own position of the first node, and from a node to the next
    double turn = 0.0;                 ///< so much x is a whole turn; 0: none is
    double height_scale = 1.0;         ///< of z, before the node's height is added
    std::vector<Node> nodes;           ///< [rows][columns]
};

/// Heights of the ground of a scene, at a lattice as above; NaN where there is none.
struct GroundRaster {
    std::uint64_t id = 0;
    int columns = 0, rows = 0;
    glm::dvec2 first{0.0}, step{1.0};  ///< in the scene
    std::vector<float> heights;        ///< [rows][columns], in the scene
};

}  // namespace farfield::render

#pragma once

#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// A map from a drawing's own positions into a scene with another projection: the places of nodes of a
/// lattice, evenly spaced in x and y, with bilinear interpolation. Beyond the lattice nothing is drawn.
struct PlaceMap {
    struct Node {
        glm::vec2 place{0.0F};  ///< x and y in the scene
        float height = 0.0F;    ///< added to z
        float is_there = 0.0F;  ///< 1; 0: the node has no place
    };
    std::uint64_t id = 0;  ///< changes with the nodes
    int columns = 0, rows = 0;
    glm::dvec2 first{0.0}, step{1.0};  ///< own position of the first node, and distance between nodes
    double turn = 0.0;                 ///< change of x in a whole turn; 0: x does not wrap
    double height_scale = 1.0;         ///< factor on z, before the node's height is added
    std::vector<Node> nodes;           ///< [rows][columns]
};

/// Heights of the ground of a scene on a lattice of the same kind; NaN: no height.
struct GroundRaster {
    std::uint64_t id = 0;
    int columns = 0, rows = 0;
    glm::dvec2 first{0.0}, step{1.0};  ///< in the scene
    std::vector<float> heights;        ///< [rows][columns], in the scene
};

}  // namespace farfield::render

#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>

namespace farfield::terrain {

/// The rays of a tile of pixels that run towards one quadrant.
struct Beam {
    glm::dvec3 origin{0.0};
    glm::dvec3 lowest{0.0}, highest{0.0};  ///< bounds of the rays' directions, by component
    double least_bend = 0.0;               ///< least of all rays; see GridRay
    unsigned flip = 0;                     ///< bit 0: towards lower columns; bit 1: towards lower rows
};

/// Nodes of one level that a beam may touch, the nearest first: its packets begin there, so that their common
/// part is done once.
struct BeamEntry {
    static constexpr std::size_t capacity = 64;
    struct Node {
        std::uint32_t i = 0, j = 0;  ///< counted in nodes of the level
        std::uint32_t index = 0;
    };
    int level = 0;
    std::size_t count = 0;
    std::array<Node, capacity> nodes;
};

/// Fills an entry: goes down from the top while no more than `most` nodes are left.
void enter(const HeightBlocks& terrain, const Beam& beam, std::size_t most, BeamEntry& entry);

}  // namespace farfield::terrain

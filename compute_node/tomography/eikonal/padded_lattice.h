#pragma once

#include <glm/vec3.hpp>

#include <cstddef>

namespace farfield::tomography {

/// The layout in memory of a lattice with two more nodes on each side, so that a stencil that reaches two
/// nodes far needs no case for the faces.
struct PaddedLattice {
    static constexpr int margin = 2;

    explicit PaddedLattice(glm::ivec3 inner)
        : nodes{inner},
          row{static_cast<std::size_t>(inner.x + 2 * margin)},
          plane{row * static_cast<std::size_t>(inner.y + 2 * margin)}
    {}

    [[nodiscard]] std::size_t count() const { return plane * static_cast<std::size_t>(nodes.z + 2 * margin); }
    /// Index of a node; each of its numbers is from -margin to nodes + margin - 1.
    [[nodiscard]] std::size_t index(glm::ivec3 node) const
    {
        return static_cast<std::size_t>(node.x + margin) + row * static_cast<std::size_t>(node.y + margin) +
               plane * static_cast<std::size_t>(node.z + margin);
    }

    glm::ivec3 nodes;   ///< without the margin
    std::size_t row;    ///< distance in nodes from one node to the next along y
    std::size_t plane;  ///< distance in nodes from one node to the next along z
};

}  // namespace farfield::tomography

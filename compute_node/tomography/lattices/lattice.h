#pragma once

#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstddef>

namespace farfield::tomography {

/// Nodes at equal distances along all three axes; i fastest.
struct Lattice {
    glm::ivec3 nodes{0};     ///< along each axis, at least 2
    glm::dvec3 origin{0.0};  ///< position of the first node, metres
    double spacing = 1.0;    ///< metres, > 0

    [[nodiscard]] std::size_t count() const
    {
        return static_cast<std::size_t>(nodes.x) * static_cast<std::size_t>(nodes.y) *
               static_cast<std::size_t>(nodes.z);
    }
    [[nodiscard]] std::size_t index(glm::ivec3 node) const
    {
        const auto at = [](int i) { return static_cast<std::size_t>(i); };
        return at(node.x) + at(nodes.x) * (at(node.y) + at(nodes.y) * at(node.z));
    }
    [[nodiscard]] glm::ivec3 node(std::size_t index) const
    {
        const auto row = static_cast<std::size_t>(nodes.x), column = static_cast<std::size_t>(nodes.y);
        return {static_cast<int>(index % row), static_cast<int>(index / row % column),
                static_cast<int>(index / row / column)};
    }
    [[nodiscard]] glm::dvec3 position(glm::ivec3 node) const { return origin + spacing * glm::dvec3{node}; }
    /// Position of the last node.
    [[nodiscard]] glm::dvec3 upper() const { return position(nodes - 1); }
    /// A position in nodes from the first one.
    [[nodiscard]] glm::dvec3 in_nodes(glm::dvec3 position) const { return (position - origin) / spacing; }
    /// True when a position is in the box of the nodes, but for rounding.
    [[nodiscard]] bool contains(glm::dvec3 position) const
    {
        constexpr double rounding = 1e-9;
        const glm::dvec3 at = in_nodes(position), last{nodes - 1};
        for (int axis = 0; axis < 3; ++axis)
            if (!(at[axis] >= -rounding * last[axis] && at[axis] <= (1.0 + rounding) * last[axis]))
                return false;
        return true;
    }
};

/// The eight nodes around a position, and their trilinear weights. Positions outside are moved to the nearest
/// face. Corner n lies one node further along x where n & 1, along y where n & 2, along z where n & 4.
struct LatticeCell {
    glm::ivec3 node{0};  ///< the lowest of the eight
    std::array<double, 8> weights{};

    LatticeCell(const Lattice& lattice, glm::dvec3 position)
    {
        const glm::dvec3 last{lattice.nodes - 1};
        const glm::dvec3 at = glm::clamp(lattice.in_nodes(position), glm::dvec3{0.0}, last);
        node = glm::min(glm::ivec3{at}, lattice.nodes - 2);
        const glm::dvec3 part = at - glm::dvec3{node}, rest = 1.0 - part;
        for (unsigned n = 0; n < 8; ++n)
            weights[n] = ((n & 1U) != 0U ? part.x : rest.x) * ((n & 2U) != 0U ? part.y : rest.y) *
                         ((n & 4U) != 0U ? part.z : rest.z);
    }
    [[nodiscard]] glm::ivec3 corner(unsigned n) const
    {
        return node + glm::ivec3{int(n & 1U), int(n >> 1U & 1U), int(n >> 2U & 1U)};
    }
};

}  // namespace farfield::tomography

#pragma once

#include "compute_node/volumes/volume_grid.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

inline constexpr int brick_cells = 8;              ///< cells of a lattice's brick along each axis
inline constexpr std::size_t run_tetrahedra = 64;  ///< tetrahedra of a mesh's run, one after another

/// The bounds of a scalar over blocks of cells, so that those without a part of a surface are skipped: in a
/// lattice, in index space, bricks of 8 x 8 x 8 cells with the nodes around them, i fastest; in a mesh, runs
/// of 64 tetrahedra. They are smaller at the ends.
struct Bricks {
    glm::ivec3 dims{0};                            ///< bricks along each axis; for a mesh {runs, 1, 1}
    std::vector<float> least = {}, greatest = {};  ///< [bricks] over valid nodes; +inf and -inf without any
    std::vector<std::uint8_t> invalid = {};        ///< [bricks] 1: a node is invalid
    bool any_invalid = false;
    /// Bits of valid nodes, 64 a word, whole words for each row along i; empty for meshes or all valid.
    std::vector<std::uint64_t> valid = {};

    [[nodiscard]] std::size_t size() const { return least.size(); }
};

/// Number of words that hold a bit for each node of a row.
[[nodiscard]] constexpr std::size_t words_of_row(int nodes)
{
    return (static_cast<std::size_t>(nodes) + 63) / 64;
}

/// The bricks of a lattice. values: [nodes of the lattice].
[[nodiscard]] Bricks bricks_of(const Lattice& lattice, std::span<const float> values);
/// The runs of a mesh. values: [nodes of the mesh].
[[nodiscard]] Bricks runs_of(const FixedArray<TetrahedronCorners>& tetrahedra, std::span<const float> values);

/// True when the surface of a value may lie in a brick: nodes at the value count as above.
[[nodiscard]] inline bool straddles(const Bricks& bricks, std::size_t brick, float value)
{
    return bricks.least[brick] < value && bricks.greatest[brick] >= value;
}

}  // namespace farfield::compute

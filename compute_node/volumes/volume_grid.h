#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/tetrahedral_mesh.h"
#include "compute_node/support/fixed_array.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The positions of a block's nodes.
struct Lattice {
    glm::ivec3 dims{0};          ///< nodes, i fastest; >= 2 each: flat axes are doubled
    std::size_t first_node = 0;  ///< its number among the nodes of all blocks
    std::array<std::vector<float>, 3> axes =
        {};                             ///< coordinates along each axis; empty where `points` has them
    FixedArray<glm::vec4> points = {};  ///< [nodes of all blocks], w unused
    bool right_handed = true;           ///< i, j and k, in this order, are right-handed
    /// x is a longitude, and some cells have corners at both ends of the turn (geo.h): they are not
    /// drawn.
    bool is_cut_open = false;

    [[nodiscard]] bool is_curvilinear() const { return axes[0].empty(); }
    [[nodiscard]] std::size_t nodes() const
    {
        return static_cast<std::size_t>(dims.x) * static_cast<std::size_t>(dims.y) *
               static_cast<std::size_t>(dims.z);
    }
    /// Number of a node in the block, from 0.
    [[nodiscard]] std::size_t node(glm::ivec3 at) const
    {
        const std::size_t row = static_cast<std::size_t>(at.y) +
                                static_cast<std::size_t>(dims.y) * static_cast<std::size_t>(at.z);
        return static_cast<std::size_t>(at.x) + row * static_cast<std::size_t>(dims.x);
    }
    [[nodiscard]] glm::vec3 position(glm::ivec3 at) const
    {
        if (is_curvilinear()) return points[first_node + node(at)];
        return {axes[0][static_cast<std::size_t>(at.x)], axes[1][static_cast<std::size_t>(at.y)],
                axes[2][static_cast<std::size_t>(at.z)]};
    }
};

/// True when the lower corners of a cell over the Earth span the turn, as spans_turn() says.
[[nodiscard]] bool spans_turn(const Lattice& lattice, glm::ivec3 cell);

/// A grid as surfaces are cut from it: lattices, or a mesh of tetrahedra. Positions are relative to the
/// dataset's origin, and values belong to nodes as a Grid lays them out.
struct VolumeGrid {
    std::vector<Lattice> lattices = {};  ///< one for each block; none for a mesh
    /// Tetrahedra of a mesh, along the Z curve of their middles. Seen from corner 3 the other corners go
    /// round counter-clockwise.
    FixedArray<TetrahedronCorners> tetrahedra = {};
    FixedArray<glm::vec3> points = {};  ///< [nodes] of a mesh
    std::size_t nodes = 0;
    bool is_flat = false;  ///< has one layer along an axis, or no cell with a volume: no isosurface

    [[nodiscard]] bool is_mesh() const { return lattices.empty(); }
    [[nodiscard]] bool is_cut_open() const { return !is_mesh() && lattices.front().is_cut_open; }
};

/// Makes a grid for surfaces. data: of the grid. Cells that are not tetrahedra are cut into them
/// (tetrahedra.h). Throws std::runtime_error for an exact function, which has no nodes.
[[nodiscard]] VolumeGrid volume_grid(const GridData& data, const Grid& grid);

}  // namespace farfield::compute

#pragma once

#include "compute_node/support/fixed_array.h"
#include "compute_node/volumes/bricks.h"
#include "compute_node/volumes/scalar_values.h"
#include "compute_node/volumes/volume_grid.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace farfield::compute {

/// A scalar at the nodes of a grid that other fields share: 4 bytes a node. Valid is every node at which the
/// scalar itself is valid, whatever the velocity there. Immutable: any number of threads may use one.
struct ScalarField {
    std::string name = {};
    std::string units = {};
    std::shared_ptr<const VolumeGrid> grid = {};
    FixedArray<float> values = {};  ///< [nodes]; NaN where invalid or blanked
    /// [nodes] the vector whose length the scalar is, between nodes, too; else empty (scalar_values.h).
    FixedArray<glm::vec3> vectors = {};
    std::vector<Bricks> bricks = {};  ///< [lattices] of the grid; one for a mesh
    float least = 0.0F;               ///< least over valid nodes; above `greatest` without any
    float greatest = 0.0F;

    /// The values at the nodes of a lattice of the grid.
    [[nodiscard]] std::span<const float> of_lattice(std::size_t lattice) const
    {
        const Lattice& of = grid->lattices[lattice];
        return {values.data() + of.first_node, of.nodes()};
    }
    /// The first vector of a lattice; null where the scalar is no length.
    [[nodiscard]] const glm::vec3* vectors_of_lattice(std::size_t lattice) const
    {
        return vectors.empty() ? nullptr : vectors.data() + grid->lattices[lattice].first_node;
    }
    /// The part of the way from one node to another at which the scalar has a value that lies between both.
    [[nodiscard]] float part_at(std::uint32_t from, std::uint32_t to, float value) const;
    /// The scalar after a part of the way from one node to another.
    [[nodiscard]] float between_nodes(std::uint32_t from, std::uint32_t to, float part) const;
};

/// Makes a field of a scalar's values, with its bricks.
[[nodiscard]] ScalarField scalar_field(std::string name, ScalarValues values,
                                       std::shared_ptr<const VolumeGrid> grid);

/// The scalar of one grid at a time between two: a + f (b - a), for vectors where it is their length; NaN
/// where either value is.
[[nodiscard]] ScalarField between(const ScalarField& a, const ScalarField& b, float f);

/// A grid with one node in 2^level along each axis, from the first on, and the last one; a mesh, which has no
/// coarser levels, is returned as it is.
[[nodiscard]] VolumeGrid coarsened(const VolumeGrid& grid, unsigned level);
/// The field on a coarser level. grid: that of the field, coarsened.
[[nodiscard]] ScalarField coarsened(const ScalarField& field, unsigned level,
                                    std::shared_ptr<const VolumeGrid> grid);
/// The coarsest level at which an axis still has more than one cell; 0 for a mesh.
[[nodiscard]] unsigned coarsest_level(const VolumeGrid& grid);

}  // namespace farfield::compute

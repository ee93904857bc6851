#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/ranks/blocks/lattice_blocks.h"

#include <vector>

/// Some of a lattice's nodes, spread over all of it with both ends of each axis: enough to see the course of
/// a flow of which no process holds all nodes.
namespace farfield::compute {

/// Largest number of coarse nodes along each axis.
inline constexpr int max_coarse_nodes = 64;

/// Numbers of the coarse nodes among the nodes along an axis, ascending.
[[nodiscard]] std::vector<int> coarse_along(int nodes);

/// The lattice of the coarse nodes: dims and coordinates, without arrays.
[[nodiscard]] GridData coarse_shape(const GridData& whole);

/// Coarse nodes of the first time slice that lie in a block and in none before it; along flat axes in one
/// layer. In the order of the lattice. whole: shape of the lattice. number: the block's.
[[nodiscard]] std::vector<Node> coarse_nodes_of(const Field& block, const GridData& whole,
                                                const LatticeBlocks& blocks, int number);

}  // namespace farfield::compute

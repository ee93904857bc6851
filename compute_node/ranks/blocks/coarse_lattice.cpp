#include "compute_node/ranks/blocks/coarse_lattice.h"

#include "compute_node/ranks/blocks/lattice_source.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace farfield::compute {

namespace {

/// The block of a layer of nodes: that of the cells above it, or, for the last layer, of those below.
int block_of_layer(const LatticeBlocks& blocks, int layer, int layers)
{
    glm::ivec3 cell{0};
    cell[blocks.axis()] = std::clamp(layer, 0, std::max(layers - 2, 0));
    return blocks.block_of_cell(cell);
}

}  // namespace

std::vector<int> coarse_along(int nodes)
{
    const int count = std::min(nodes, max_coarse_nodes);
    std::vector<int> along(static_cast<std::size_t>(count));
    for (int i = 1; i < count; ++i)
        along[i] = static_cast<int>(static_cast<std::int64_t>(i) * (nodes - 1) / (count - 1));
    return along;
}

GridData coarse_shape(const GridData& whole)
{
    GridData coarse = whole;
    coarse.arrays.clear();
    RectilinearGeometry geometry;
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<double> all = coordinates_along(whole, axis);
        for (const int i : coarse_along(static_cast<int>(all.size())))
            geometry.coordinates[axis].push_back(all[i]);
        coarse.dims.front()[axis] = static_cast<std::uint32_t>(geometry.coordinates[axis].size());
    }
    coarse.geometry = std::move(geometry);
    return coarse;
}

std::vector<Node> coarse_nodes_of(const Field& block, const GridData& whole, const LatticeBlocks& blocks,
                                  int number)
{
    const glm::ivec3 dims{whole.dims.front()};
    const NodeBox held = blocks.nodes_of(number);
    std::array along{coarse_along(dims.x), coarse_along(dims.y), coarse_along(dims.z)};
    const int layers = dims[blocks.axis()];
    std::erase_if(along[blocks.axis()],
                  [&](int layer) { return block_of_layer(blocks, layer, layers) != number; });
    std::vector<Node> nodes;
    for (const int k : along[2])
        for (const int j : along[1])
            for (const int i : along[0])
                nodes.push_back(block.nodes()[node_index(held.dims, glm::ivec3{i, j, k} - held.first)]);
    return nodes;
}

}  // namespace farfield::compute

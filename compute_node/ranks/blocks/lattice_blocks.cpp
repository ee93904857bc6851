#include "compute_node/ranks/blocks/lattice_blocks.h"

#include "compute_node/grids/lattice_cell.h"
#include "compute_node/grids/trilinear.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>

namespace farfield::compute {

namespace {

/// Least number of layers of cells along z of a block's own, beside those that it shares.
constexpr int least_layers = 4;

/// The axis to cut along: z where possible, as files hold its layers one after the other.
int axis_to_cut(glm::ivec3 dims, int blocks)
{
    const bool z_suffices = (dims.z - 1) / least_layers >= blocks;
    return z_suffices || dims.z >= dims.y ? 2 : 1;
}

}  // namespace

LatticeBlocks::LatticeBlocks(glm::ivec3 dims, int blocks)
    : dims_{doubled(dims)},
      axis_{axis_to_cut(dims, blocks)},
      cells_{dims_[axis_] - 1},
      blocks_{std::clamp(blocks, 1, cells_)}
{}

bool LatticeBlocks::are_parts() const
{
    return nodes_of(0).dims != dims_;
}

int LatticeBlocks::first_cell(int block) const
{
    return static_cast<int>(static_cast<std::int64_t>(block) * cells_ / blocks_);
}

NodeBox LatticeBlocks::nodes_of(int block, int more) const
{
    if (block >= blocks_) return {};
    NodeBox box{glm::ivec3{0}, dims_};
    const int begin = std::max(first_cell(block) - shared_cells - more, 0);
    const int end = std::min(first_cell(block + 1) + shared_cells + more, cells_);
    box.first[axis_] = begin;
    box.dims[axis_] = end - begin + 1;
    return box;
}

int LatticeBlocks::block_of_cell(glm::ivec3 cell) const
{
    // The last block that begins at or before the cell.
    return static_cast<int>((static_cast<std::int64_t>(cell[axis_] + 1) * blocks_ - 1) / cells_);
}

int LatticeBlocks::block_of(const Grid& grid, glm::vec3 position) const
{
    // Along a flat axis infinity is within, and kernels ask for the block by the other axes.
    for (int axis = 0; axis < 3; ++axis)
        if (std::isinf(position[axis])) position[axis] = 0.0F;
    const auto find = [position](const auto& some) { return find_lattice_cell(some, position); };
    const std::optional<glm::ivec3> cell = std::visit(find, grid);
    return cell ? block_of_cell(*cell) : 0;
}

Nodes cut_nodes(Nodes nodes, glm::ivec3 dims, const NodeBox& box)
{
    if (box == NodeBox{glm::ivec3{0}, dims}) return nodes;
    Nodes inner;
    inner.reserve(static_cast<std::size_t>(box.dims.x) * box.dims.y * box.dims.z);
    for (int k = 0; k < box.dims.z; ++k)
        for (int j = 0; j < box.dims.y; ++j) {
            const auto row = nodes.begin() +
                             static_cast<std::ptrdiff_t>(node_index(dims, box.first + glm::ivec3{0, j, k}));
            inner.insert(inner.end(), row, row + box.dims.x);
        }
    return inner;
}

}  // namespace farfield::compute

#pragma once

#include "compute_node/terrain/tree/grid_ray.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::terrain {

/// True when a ray comes down to a node's maximum on its part above it.
[[nodiscard]] inline bool comes_to_maximum(const HeightBlocks& terrain, const GridRay& ray, int level,
                                           std::uint32_t node, RayPart part)
{
    const float maximum = terrain.maxima[static_cast<std::size_t>(level)][node];
    return maximum != HeightBlocks::none && lowest_on(ray, part) <= maximum;
}

/// The walk of one ray down a terrain's tree, nearest nodes first, to the cells of all blocks that are
/// wanted, in the order in which it comes to them. A ray that runs exactly between columns or rows of cells
/// visits the cells on both sides, in no defined order.
class TreeWalk {
public:
    /// Borrows both, which must outlive the walk. end: largest t of the ray.
    TreeWalk(const HeightBlocks& terrain, const GridRay& ray,
             double end = std::numeric_limits<double>::infinity())
        : terrain_{terrain}, ray_{ray}, end_{end}
    {
        flip_ = (ray.direction.x < 0.0 ? 1U : 0U) | (ray.direction.y < 0.0 ? 2U : 0U);
    }

    /// Ends the walk at t.
    void end_at(double t) { end_ = t; }

    /// Runs the walk. is_wanted(level, node, part): part of the ray above the node. visit(column, row): ends
    /// the walk with true; cells of a wanted block that the ray does not come to are visited, too.
    template <class Wanted, class Visit>
    void run(const Wanted& is_wanted, const Visit& visit)
    {
        push({terrain_.top, 0, 0, 0}, is_wanted);
        while (depth_ > 0) {
            const Node node = stack_[--depth_];
            if (node.level == 0) {
                if (visit_cells(node, visit)) return;
                continue;
            }
            const std::uint32_t first = terrain_.first_child(node.level, node.index);
            for (std::uint32_t k = 4; k-- > 0;) {
                const std::uint32_t child = k ^ flip_;
                push({node.level - 1, first + child, 2 * node.i + (child & 1), 2 * node.j + (child >> 1)},
                     is_wanted);
            }
        }
    }

private:
    struct Node {
        int level = 0;  ///< 0: a block; above: a node of the tree
        std::uint32_t index = 0;
        std::int64_t i = 0, j = 0;  ///< counted in nodes of the level
    };

    template <class Wanted>
    void push(const Node& node, const Wanted& is_wanted)
    {
        const double side = static_cast<double>(std::int64_t{HeightBlock::cells} << node.level);
        RayPart part = part_above(ray_, static_cast<double>(node.i) * side,
                                  static_cast<double>(node.j) * side, side, side);
        part.end = std::min(part.end, end_);
        if (!part.is_empty() && is_wanted(node.level, node.index, part)) stack_[depth_++] = node;
    }

    template <class Visit>
    bool visit_cells(const Node& node, const Visit& visit) const
    {
        const bool from_right = (flip_ & 1) != 0, from_below = (flip_ & 2) != 0;
        for (std::int64_t j = 0; j < HeightBlock::cells; ++j)
            for (std::int64_t i = 0; i < HeightBlock::cells; ++i) {
                const std::int64_t column = node.i * HeightBlock::cells + (from_right ? 3 - i : i);
                const std::int64_t row = node.j * HeightBlock::cells + (from_below ? 3 - j : j);
                if (visit(column, row)) return true;
            }
        return false;
    }

    const HeightBlocks& terrain_;
    const GridRay& ray_;
    double end_;
    std::uint32_t flip_ = 0;
    std::array<Node, 4 * HeightBlocks::max_levels> stack_{};
    std::size_t depth_ = 0;
};

}  // namespace farfield::terrain

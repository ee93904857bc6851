#pragma once

#include "compute_node/terrain/grid_ray.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::compute {

/// The walk of one ray down the tree of maxima, nearest nodes first, to the cells that it may meet: those in
/// whose node it comes down to the maximum, in the order in which it comes to them. A ray that runs exactly
/// between columns or rows of cells is told of the cells on both sides, of which then no order holds.
class BlockWalk {
public:
    /// Both must outlive the walk. end: of the ray, where t has one.
    BlockWalk(const HeightBlocks& terrain, const GridRay& ray,
              double end = std::numeric_limits<double>::infinity())
        : terrain_{terrain}, ray_{ray}, end_{end}
    {
        flip_ = (ray.direction.x < 0.0 ? 1U : 0U) | (ray.direction.y < 0.0 ? 2U : 0U);
    }

    /// What lies beyond t is of no interest any more.
    void end_at(double t) { end_ = t; }

    /// visit(column, row): ends the walk with true.
    template <class Visit>
    void run(const Visit& visit)
    {
        push({terrain_.top, 0, 0, 0});
        while (depth_ > 0) {
            const Node node = stack_[--depth_];
            if (node.level == 0) {
                if (visit_cells(node, visit)) return;
                continue;
            }
            const std::uint32_t first = terrain_.first_child(node.level, node.index);
            for (std::uint32_t k = 4; k-- > 0;) {
                const std::uint32_t child = k ^ flip_;
                push({node.level - 1, first + child, 2 * node.i + (child & 1), 2 * node.j + (child >> 1)});
            }
        }
    }

private:
    struct Node {
        int level = 0;  ///< 0: a block; above: of the tree
        std::uint32_t index = 0;
        std::int64_t i = 0, j = 0;  ///< counted in nodes of the level
    };

    void push(const Node& node)
    {
        const double side = static_cast<double>(std::int64_t{HeightBlock::cells} << node.level);
        RayPart part = part_above(ray_, static_cast<double>(node.i) * side,
                                  static_cast<double>(node.j) * side, side, side);
        part.end = std::min(part.end, end_);
        const float maximum = terrain_.maxima[static_cast<std::size_t>(node.level)][node.index];
        if (maximum == HeightBlocks::none || part.is_empty() || lowest_on(ray_, part) > maximum) return;
        stack_[depth_++] = node;
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

}  // namespace farfield::compute

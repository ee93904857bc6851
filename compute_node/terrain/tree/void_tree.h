#pragma once

#include "compute_node/terrain/tree/grid_ray.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <array>
#include <cstdint>
#include <vector>

namespace farfield::terrain {

/// Marks of a terrain's tree: the nodes with a cell without surface below them, so that a line over few holes
/// finds soon whether it crosses one. Memory: a byte for each 12 posts, none where there is no hole.
class VoidTree {
public:
    explicit VoidTree(const HeightBlocks& terrain);

    /// True when a ray crosses a cell without surface before `end`; touching its edge is no crossing.
    [[nodiscard]] bool is_crossed(const HeightBlocks& terrain, const GridRay& ray, double end) const;

private:
    void mark_blocks(const HeightBlocks& terrain);

    bool any_ = false;
    std::array<std::vector<std::uint8_t>, HeightBlocks::max_levels> marks_;  ///< as HeightBlocks::maxima
};

}  // namespace farfield::terrain

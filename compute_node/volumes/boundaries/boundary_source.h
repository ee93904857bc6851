#pragma once

#include "compute_node/volumes/volume_grid.h"

#include <cstdint>
#include <vector>

namespace farfield::compute {

enum class NodeState : std::uint8_t {
    Valid,
    Blanked,
    Unplaced,  ///< blanked, and the file does not say its place
    Invalid
};

[[nodiscard]] constexpr bool is_blanked(NodeState state)
{
    return state == NodeState::Blanked || state == NodeState::Unplaced;
}

/// Data in which boundaries are found.
struct BoundarySource {
    const GridData& data;
    const Grid& grid;
    const VolumeGrid& volume;
    std::vector<NodeState>
        states;                 ///< [nodes] valid where the velocity is or, without one, the first array is
    std::vector<float> speeds;  ///< [nodes], NaN where invalid; empty without a velocity
    float standing = 0.0F;      ///< speed up to which nodes stand still: 1e-6 of the greatest
};

/// Makes a source that borrows its arguments. data: of the grid, as of its first time slice. Throws
/// std::runtime_error where there is no scalar at all.
[[nodiscard]] BoundarySource boundary_source(const GridData& data, const Grid& grid,
                                             const VolumeGrid& volume);

}  // namespace farfield::compute

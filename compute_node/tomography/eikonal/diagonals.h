#pragma once

#include "compute_node/tomography/eikonal/block_sweep.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::tomography {

/// The order in which a plane of a block is swept: diagonal by diagonal. Nodes of one diagonal do not depend
/// on each other, so the processor computes several at once; the result is that of the order row by row.
struct BlockDiagonals {
    struct Place {
        std::int32_t i = 0, j = 0;
    };
    std::array<Place, std::size_t{block_nodes} * block_nodes> places{};

    constexpr BlockDiagonals()
    {
        std::size_t n = 0;
        for (int sum = 0; sum < 2 * block_nodes - 1; ++sum)
            for (int j = 0; j < block_nodes; ++j)
                if (sum - j >= 0 && sum - j < block_nodes) places[n++] = {sum - j, j};
    }
};

inline constexpr BlockDiagonals block_diagonals;

}  // namespace farfield::tomography

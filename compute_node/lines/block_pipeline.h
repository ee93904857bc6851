#pragma once

#include "compute_node/lines/line_block.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace farfield::compute {

/// Blocks that are made side by side and handed over in their order, with no thread waiting for another as
/// long as it is not far ahead.
struct BlockPipeline {
    std::size_t blocks = 0;
    std::function<void(std::size_t block, LineBlock& made)> make;  ///< by several threads; made is empty
    std::function<void(const LineBlock& block)> deliver;  ///< one at a time, by whichever thread comes to it
    const std::atomic<bool>* cancelled = nullptr;         ///< or null
};

/// On up to `threads` threads (0: as many as OpenMP would take), with a few blocks for each in memory. Once
/// `cancelled` is true this returns soon, and delivers no more. Throws the first of what the functions threw.
void run_pipeline(const BlockPipeline& pipeline, int threads);

}  // namespace farfield::compute

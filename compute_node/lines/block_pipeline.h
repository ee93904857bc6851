#pragma once

#include "compute_node/lines/line_block.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace farfield::compute {

/// Blocks that are made side by side and delivered in their order; no thread waits for another as long as it
/// is not far ahead.
struct BlockPipeline {
    std::size_t blocks = 0;
    std::function<void(std::size_t block, LineBlock& made)> make;  ///< by several threads; `made` is empty
    std::function<void(const LineBlock& block)> deliver;  ///< one call at a time, by any of the threads
    const std::atomic<bool>* cancelled = nullptr;         ///< or null
};

/// Runs a pipeline on up to `threads` threads (0: as many as OpenMP would take), with a few blocks for each
/// in memory. Once `cancelled` is true it returns soon, delivering no more. Throws the first exception.
void run_pipeline(const BlockPipeline& pipeline, int threads);

}  // namespace farfield::compute

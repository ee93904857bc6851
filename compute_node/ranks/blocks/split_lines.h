#pragma once

#include "compute_node/lines/line_kernel.h"
#include "compute_node/ranks/blocks/line_migration.h"

#include <functional>

namespace farfield::compute {

/// Traces a job's lines through a field that is cut into blocks, on the rank of block 0: sends each seed to
/// its block, follows the lines that come to block 0, and delivers whole lines in the order of their seeds.
/// Ends when all are delivered. job.field: block 0. Seeds are sent no farther than `seeds_ahead` of the
/// first line that is not done, so that memory is bounded.
void trace_split(const LineJob& job, const LatticeBlocks& blocks, LineMigration& migration, int threads,
                 const std::function<void(const LineBlock&)>& deliver);

inline constexpr std::size_t seeds_ahead = 1 << 16;

}  // namespace farfield::compute

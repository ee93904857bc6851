#include "compute_node/lines/line_distribution.h"

#include "compute_node/lines/line_kernel.h"
#include "compute_node/lines/trace_blocks.h"

#include <algorithm>
#include <utility>

namespace farfield::compute {

namespace {

/// Blocks that a thread gets at once, at most: enough that the cost of distribution is negligible.
constexpr std::size_t max_blocks = 8;
/// Divisor of a thread's share of the seeds left: no part is larger, so that the last parts are small.
constexpr std::size_t parts_of_share = 3;

LineSeeds slice_of(const LineSeeds& seeds, std::size_t first, std::size_t count)
{
    const auto cut = [&](const std::vector<float>& from) {
        if (from.empty()) return std::vector<float>{};
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
        return std::vector<float>{begin, begin + static_cast<std::ptrdiff_t>(count)};
    };
    return {cut(seeds.x), cut(seeds.y), cut(seeds.z), cut(seeds.t), cut(seeds.max_time)};
}

}  // namespace

bool LineDistribution::may_distribute() const
{
    return distributed_ < seeds_.size() && distributed_ < delivered_ + max_ahead;
}

/// Number of seeds for a process with so many threads, in whole blocks.
std::size_t LineDistribution::part_for(int threads) const
{
    const std::size_t left = (seeds_.size() - distributed_ + block_lines - 1) / block_lines;
    const std::size_t share = left / (parts_of_share * static_cast<std::size_t>(all_threads_));
    const std::size_t blocks =
        static_cast<std::size_t>(threads) * std::clamp<std::size_t>(share, 1, max_blocks);
    return std::min(blocks * block_lines, seeds_.size() - distributed_);
}

void LineDistribution::give_to_helpers()
{
    while (may_distribute()) {
        const auto helper = help_.free_helper();
        if (!helper) return;
        const std::size_t count = part_for(helper->threads);
        help_.give(helper->number, {distributed_, slice_of(seeds_, distributed_, count)});
        distributed_ += count;
    }
}

void LineDistribution::keep(std::vector<LineBlock> blocks)
{
    for (LineBlock& block : blocks) {
        const std::size_t first = block.first_seed;
        waiting_.emplace(first, std::move(block));
    }
}

void LineDistribution::run(const std::function<void(const LineBlock&)>& deliver,
                           const std::atomic<bool>* cancelled)
{
    all_threads_ = threads_ + help_.threads();
    while (delivered_ < seeds_.size()) {
        if (is_set(cancelled)) return;
        give_to_helpers();
        if (may_distribute()) {
            const std::size_t first = distributed_, count = part_for(threads_);
            distributed_ += count;
            keep(trace_here_(first, count));
        }
        keep(help_.take(!may_distribute() && !waiting_.contains(delivered_)));
        while (!waiting_.empty() && waiting_.begin()->first == delivered_) {
            if (is_set(cancelled)) break;
            const LineBlock block = std::move(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
            delivered_ += block.lines.size();
            deliver(block);
        }
    }
}

}  // namespace farfield::compute

#include "compute_node/lines/line_tracer.h"

#include "compute_node/lines/block_pipeline.h"
#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_helpers.h"
#include "compute_node/lines/line_kernel.h"
#include "compute_node/lines/slice_sweep.h"
#include "compute_node/lines/trace_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// The work distribution of one job's seeds over helpers and this process, in order and in parts that shrink
/// towards the end. Results are put in order again. Parts are given out at most max_ahead seeds ahead of the
/// first block still missing, so that memory is bounded.
class LineDistribution {
public:
    /// Traces blocks of seeds [first, first + count) here.
    using TraceHere = std::function<std::vector<LineBlock>(std::size_t first, std::size_t count)>;

    /// Borrows its arguments. threads: of this process.
    LineDistribution(const LineSeeds& seeds, int threads, LineHelp& help, TraceHere trace_here)
        : seeds_{seeds}, threads_{threads}, help_{help}, trace_here_{std::move(trace_here)}
    {}

    /// Traces all seeds. deliver: gets the blocks in the order of their seeds; none once `cancelled` is true.
    void run(const std::function<void(const LineBlock&)>& deliver, const std::atomic<bool>* cancelled);

private:
    static constexpr std::size_t max_ahead = 1 << 16;  ///< seeds

    [[nodiscard]] bool may_distribute() const;
    [[nodiscard]] std::size_t part_for(int threads) const;
    void give_to_helpers();
    void keep(std::vector<LineBlock> blocks);

    const LineSeeds& seeds_;
    int threads_;
    LineHelp& help_;
    TraceHere trace_here_;
    std::size_t distributed_ = 0;               ///< seeds
    std::size_t delivered_ = 0;                 ///< seeds
    int all_threads_ = 1;                       ///< here and of all helpers
    std::map<std::size_t, LineBlock> waiting_;  ///< by first seed
};

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

/// Traces blocks side by side; block i begins at seed first + i * block_lines.
void trace_blocks(const LineJob& job, std::size_t first, std::span<LineBlock> blocks, int threads)
{
    trace_side_by_side(blocks.size(), threads, [&](std::size_t i) {
        const std::size_t begin = first + i * block_lines;
        blocks[i].clear();
        if (is_set(job.cancelled)) return;
        trace_block(job, begin, std::min(begin + block_lines, job.seeds->size()), blocks[i]);
    });
}

/// A function that hands blocks on, with the progress so far. Borrows both.
std::function<void(const LineBlock&)> delivery(TraceProgress& progress, const LineTracer::Sink& sink)
{
    return [&progress, &sink](const LineBlock& block) {
        progress.lines += block.lines.size();
        for (const Line& line : block.lines) progress.steps += line.steps;
        sink(block, progress);
    };
}

}  // namespace

LineTracer::LineTracer(FieldSource field, const LineSettings& settings, Resources resources)
    : field_{std::move(field)}, settings_{settings}, resources_{resources}
{
    check_lines(settings_, *field_.field);
}

void LineTracer::trace(const LineSeeds& seeds, const Sink& sink, const std::atomic<bool>* cancelled) const
{
    const LineJob job{field_.field.get(), &seeds, bounded(settings_, *field_.field), cancelled};
    TraceProgress progress{.all_lines = seeds.size()};
    if (field_.slices != nullptr) {
        for (std::size_t seed = 0; seed < seeds.size() && !is_set(cancelled); seed += lines_at_once)
            sweep_slices(job, field_, seed, std::min(seed + lines_at_once, seeds.size()), resources_.threads,
                         progress, sink);
        return;
    }
    if (field_.distributed != nullptr)
        return field_.distributed->trace(job, resources_.threads, delivery(progress, sink));
    if (resources_.workers != nullptr)
        if (const auto help = resources_.workers->begin(*field_.field, settings_, resources_.threads))
            return trace_with(*help, job, sink);
    const auto make = [&job, &seeds](std::size_t block, LineBlock& made) {
        const std::size_t begin = block * block_lines;
        trace_block(job, begin, std::min(begin + block_lines, seeds.size()), made);
    };
    run_pipeline({blocks_of(seeds), make, delivery(progress, sink), cancelled}, resources_.threads);
}

std::size_t LineTracer::blocks_of(const LineSeeds& seeds)
{
    return (seeds.size() + block_lines - 1) / block_lines;
}

void LineTracer::trace_all(const LineSeeds& seeds, std::span<LineBlock> blocks,
                           const std::atomic<bool>* cancelled) const
{
    trace_blocks({field_.field.get(), &seeds, bounded(settings_, *field_.field), cancelled}, 0, blocks,
                 resources_.threads);
}

void LineTracer::trace_with(LineHelp& help, const LineJob& job, const Sink& sink) const
{
    const auto trace_here = [&](std::size_t first, std::size_t count) {
        std::vector<LineBlock> blocks((count + block_lines - 1) / block_lines);
        trace_blocks(job, first, blocks, resources_.threads);
        return blocks;
    };
    TraceProgress progress{.all_lines = job.seeds->size()};
    LineDistribution{*job.seeds, thread_count(resources_.threads), help, trace_here}.run(
        delivery(progress, sink), job.cancelled);
}

}  // namespace farfield::compute

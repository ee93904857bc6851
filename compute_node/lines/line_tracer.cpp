#include "compute_node/lines/line_tracer.h"

#include "compute_node/lines/line_kernel.h"
#include "compute_node/parallel.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// Blocks that are traced before they are handed over, for each thread: enough that threads seldom wait for
/// the longest line, few enough that a large job needs little memory.
constexpr std::size_t blocks_per_thread = 8;

/// Traces blocks side by side; block i begins at seed first + i * block_lines.
void trace_blocks(const LineJob& job, std::size_t first, std::span<LineBlock> blocks, int threads)
{
    std::vector<std::exception_ptr> errors(blocks.size());  // nothing may leave a parallel loop
    parallel_sum(static_cast<std::int64_t>(blocks.size()), threads, [&](std::int64_t i) {
        const std::size_t begin = first + static_cast<std::size_t>(i) * block_lines;
        try {
            blocks[i].clear();
            trace_block(job, begin, std::min(begin + block_lines, job.seeds->size()), blocks[i]);
        } catch (...) {
            errors[i] = std::current_exception();
        }
        return 0;
    });
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

void add(const LineBlock& block, TraceProgress& progress)
{
    progress.lines += block.lines.size();
    for (const Line& line : block.lines) progress.steps += line.steps;
}

}  // namespace

LineTracer::LineTracer(std::shared_ptr<const Field> field, const LineSettings& settings, int threads)
    : field_{std::move(field)}, settings_{settings}, threads_{threads}
{
    check_lines(settings_, *field_);
}

void LineTracer::trace(const LineSeeds& seeds, const Sink& sink, const std::atomic<bool>* cancelled) const
{
    const LineJob job{field_.get(), &seeds, settings_, cancelled};
    const std::size_t blocks = blocks_of(seeds);
    const std::size_t at_once = blocks_per_thread * static_cast<std::size_t>(thread_count(threads_));
    TraceProgress progress{0, seeds.size(), 0};
    std::vector<LineBlock> traced;
    for (std::size_t done = 0; done < blocks; done += at_once) {
        traced.resize(std::min(at_once, blocks - done));
        trace_blocks(job, done * block_lines, traced, threads_);
        for (const LineBlock& block : traced) {
            add(block, progress);
            sink(block, progress);
        }
    }
}

std::size_t LineTracer::blocks_of(const LineSeeds& seeds)
{
    return (seeds.size() + block_lines - 1) / block_lines;
}

void LineTracer::trace_all(const LineSeeds& seeds, std::span<LineBlock> blocks,
                           const std::atomic<bool>* cancelled) const
{
    trace_blocks({field_.get(), &seeds, settings_, cancelled}, 0, blocks, threads_);
}

}  // namespace farfield::compute

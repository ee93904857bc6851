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
std::vector<LineBlock> trace_blocks(const LineJob& job, std::size_t first, std::size_t count, int threads)
{
    std::vector<LineBlock> blocks(count);
    std::vector<std::exception_ptr> errors(count);  // nothing may leave a parallel loop
    parallel_sum(static_cast<std::int64_t>(count), threads, [&](std::int64_t i) {
        const std::size_t begin = first + static_cast<std::size_t>(i) * block_lines;
        try {
            trace_block(job, begin, std::min(begin + block_lines, job.seeds->size()), blocks[i]);
        } catch (...) {
            errors[i] = std::current_exception();
        }
        return 0;
    });
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
    return blocks;
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
    const std::size_t blocks = (seeds.size() + block_lines - 1) / block_lines;
    const std::size_t at_once = blocks_per_thread * static_cast<std::size_t>(thread_count(threads_));
    TraceProgress progress{0, seeds.size(), 0};
    for (std::size_t done = 0; done < blocks; done += at_once) {
        const std::size_t count = std::min(at_once, blocks - done);
        for (const LineBlock& block : trace_blocks(job, done * block_lines, count, threads_)) {
            add(block, progress);
            sink(block, progress);
        }
    }
}

}  // namespace farfield::compute

#include "compute_node/lines/line_tracer.h"

#include "compute_node/lines/block_pipeline.h"
#include "compute_node/lines/line_distribution.h"
#include "compute_node/lines/line_kernel.h"
#include "compute_node/lines/slice_sweep.h"
#include "compute_node/lines/trace_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

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

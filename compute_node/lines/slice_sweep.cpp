#include "compute_node/lines/slice_sweep.h"

#include "compute_node/lines/trace_blocks.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// A block, and its lines that are not done.
struct BlockUnderWay {
    std::size_t begin, end;  ///< seeds
    LineBlock block;
    std::vector<WaitingLine> waiting;
};

class Sweep {
public:
    Sweep(const LineJob& job, const SlicedField& field, std::size_t first_seed, std::size_t end_seed)
        : job_{job},
          field_{field},
          backward_{job.settings.backward},
          window_{field, backward_ ? TimeDirection::Backward : TimeDirection::Forward}
    {
        for (std::size_t begin = first_seed; begin < end_seed; begin += block_lines) {
            BlockUnderWay under_way{begin, std::min(begin + block_lines, end_seed), {}, {}};
            for (std::size_t seed = begin; seed < under_way.end; ++seed)
                under_way.waiting.push_back({seed, job.seeds->t[seed], false, nullptr});
            blocks_.push_back(std::move(under_way));
        }
    }

    void run(int threads, TraceProgress& progress, const LineTracer::Sink& sink)
    {
        progress.slices = field_.slices();
        progress.slice = 0;
        const std::uint64_t steps_before = progress.steps;
        while (delivered_ < blocks_.size()) {
            progress.slice = trace_in_window(threads);
            progress.steps = steps_before + steps_of_delivered_ + steps_under_way();
            for (; delivered_ < blocks_.size() && blocks_[delivered_].waiting.empty(); ++delivered_)
                deliver(std::exchange(blocks_[delivered_].block, {}), progress, sink);
            sink(LineBlock{}, progress);
        }
    }

private:
    /// Returns how many slices it has come to.
    std::size_t trace_in_window(int threads)
    {
        LineJob job = job_;
        // Lines that are cancelled need no slice to end.
        const bool is_cancelled = job.cancelled != nullptr && *job.cancelled;
        const std::size_t first = first_slice();
        job.field = is_cancelled ? field_.frame().get() : &window_.show(first);
        trace_side_by_side(blocks_.size() - delivered_, threads, [&](std::size_t i) {
            BlockUnderWay& under_way = blocks_[delivered_ + i];
            LineJob own = job;
            own.waiting = &under_way.waiting;
            if (!under_way.waiting.empty()) trace_block(own, under_way.begin, under_way.end, under_way.block);
        });
        return backward_ ? field_.slices() - first : std::min(first + window_.extent(), field_.slices());
    }

    /// Of the window in which the line that is furthest behind can go on: if there is room, together with the
    /// place where it is, to which the step under way leads back when it fails.
    [[nodiscard]] std::size_t first_slice() const
    {
        const NodeSlices& slices = field_.frame()->slices();
        const auto room = static_cast<std::ptrdiff_t>(window_.extent()) - 2;
        std::ptrdiff_t furthest_behind = backward_ ? 0 : static_cast<std::ptrdiff_t>(slices.times.size());
        for (const BlockUnderWay& under_way : blocks_)
            for (const WaitingLine& line : under_way.waiting) {
                const auto needed = static_cast<std::ptrdiff_t>(slices.interval(line.needed));
                const auto head = static_cast<std::ptrdiff_t>(slices.interval(time_of(line)));
                if (backward_)
                    furthest_behind =
                        std::max(furthest_behind, std::max(needed, std::min(head, needed + room)));
                else
                    furthest_behind =
                        std::min(furthest_behind, std::min(needed, std::max(head, needed - room)));
            }
        return static_cast<std::size_t>(
            std::max<std::ptrdiff_t>(0, furthest_behind - (backward_ ? room : 0)));
    }

    /// The field's, where the line is.
    [[nodiscard]] float time_of(const WaitingLine& line) const
    {
        const bool moves = job_.settings.flow_time == FlowTime::Moving && line.state != nullptr;
        return job_.seeds->t[line.seed] + (moves ? line.state->elapsed : 0.0F);
    }

    [[nodiscard]] std::uint64_t steps_under_way() const
    {
        std::uint64_t steps = 0;
        for (const BlockUnderWay& under_way : blocks_) {
            for (const Line& line : under_way.block.lines) steps += line.steps;
            for (const WaitingLine& line : under_way.waiting)
                if (line.state != nullptr) steps += line.state->steps;
        }
        return steps;
    }

    void deliver(const LineBlock& block, TraceProgress& progress, const LineTracer::Sink& sink)
    {
        progress.lines += block.lines.size();
        for (const Line& line : block.lines) steps_of_delivered_ += line.steps;
        sink(block, progress);
    }

    const LineJob& job_;
    const SlicedField& field_;
    bool backward_;
    SliceWindow window_;
    std::vector<BlockUnderWay> blocks_;
    std::size_t delivered_ = 0;  ///< blocks
    std::uint64_t steps_of_delivered_ = 0;
};

}  // namespace

void sweep_slices(const LineJob& job, const SlicedField& field, std::size_t first_seed, std::size_t end_seed,
                  int threads, TraceProgress& progress, const LineTracer::Sink& sink)
{
    Sweep{job, field, first_seed, end_seed}.run(threads, progress, sink);
}

}  // namespace farfield::compute

#include "compute_node/lines/slice_sweep.h"

#include "compute_node/lines/trace_blocks.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// A block, and its lines that are not done.
struct BlockUnderWay {
    std::size_t begin, end;  ///< seeds
    LineBlock block;
    std::vector<SuspendedLine> suspended;
};

class Sweep {
public:
    Sweep(const LineJob& job, const FieldSource& source, std::size_t first_seed, std::size_t end_seed)
        : job_{job},
          source_{source},
          slices_{source.slices->slices()},
          backward_{job.settings.backward},
          extent_{source.window->extent()},
          end_slice_{slices_}
    {
        if (job.settings.flow_time == FlowTime::Frozen) stay_in_seeds_intervals(first_seed, end_seed);
        for (std::size_t begin = first_seed; begin < end_seed; begin += block_lines) {
            BlockUnderWay under_way{begin, std::min(begin + block_lines, end_seed), {}, {}};
            for (std::size_t seed = begin; seed < under_way.end; ++seed)
                under_way.suspended.push_back({seed, job.seeds->t[seed], false, nullptr});
            blocks_.push_back(std::move(under_way));
        }
    }

    void run(int threads, TraceProgress& progress, const LineTracer::Sink& sink)
    {
        progress.slices = slices_;
        progress.slice = 0;
        const std::uint64_t steps_before = progress.steps;
        while (delivered_ < blocks_.size()) {
            progress.slice = trace_in_window(threads);
            if (is_set(job_.cancelled)) return;
            progress.steps = steps_before + steps_of_delivered_ + steps_under_way();
            for (; delivered_ < blocks_.size() && blocks_[delivered_].suspended.empty(); ++delivered_)
                deliver(std::exchange(blocks_[delivered_].block, {}), progress, sink);
            sink(LineBlock{}, progress);
        }
    }

private:
    /// Narrows the sweep: a line in a frozen field needs the two slices about its time.
    void stay_in_seeds_intervals(std::size_t first_seed, std::size_t end_seed)
    {
        extent_ = 2;
        begin_slice_ = slices_;
        end_slice_ = 0;
        for (std::size_t seed = first_seed; seed < end_seed; ++seed) {
            const std::size_t interval = source_.field->slices().interval(job_.seeds->t[seed]);
            begin_slice_ = std::min(begin_slice_, interval);
            end_slice_ = std::max(end_slice_, interval + 2);
        }
    }

    /// Traces lines in the next window; returns the number of slices that the sweep has come to.
    std::size_t trace_in_window(int threads)
    {
        LineJob job = job_;
        const std::size_t first = first_slice();
        const std::size_t end = std::min(first + extent_, slices_);
        job.field = source_.window->show(source_.slices, wanted_from(first, end), end - first, job.cancelled);
        if (job.field == nullptr) return 0;  // cancelled
        trace_side_by_side(blocks_.size() - delivered_, threads, [&](std::size_t i) {
            BlockUnderWay& under_way = blocks_[delivered_ + i];
            LineJob own = job;
            own.suspended = &under_way.suspended;
            if (!under_way.suspended.empty() && !is_set(job.cancelled))
                trace_block(own, under_way.begin, under_way.end, under_way.block);
        });
        return backward_ ? slices_ - first : end;
    }

    /// Slices [first, end), then those that come next, as many as the window holds.
    [[nodiscard]] std::vector<std::size_t> wanted_from(std::size_t first, std::size_t end) const
    {
        std::vector<std::size_t> wanted;
        for (std::size_t i = first; i < end; ++i) wanted.push_back(i);
        const std::size_t room = source_.window->slices();
        if (backward_) {
            for (std::size_t i = first; i > begin_slice_ && wanted.size() < room; --i)
                wanted.push_back(i - 1);
        } else {
            for (std::size_t i = end; i < end_slice_ && wanted.size() < room; ++i) wanted.push_back(i);
        }
        return wanted;
    }

    /// First slice of the next window: the nearest that a line waits for in the direction of travel, or, when
    /// there is none, that of the line which is furthest behind.
    [[nodiscard]] std::size_t first_slice()
    {
        std::optional<std::ptrdiff_t> ahead, behind;
        const auto nearest = [](std::optional<std::ptrdiff_t>& least, std::ptrdiff_t place) {
            if (!least || place < *least) least = place;
        };
        for (const BlockUnderWay& under_way : blocks_)
            for (const SuspendedLine& line : under_way.suspended) {
                const std::ptrdiff_t place = place_of(line);
                nearest(place >= place_ ? ahead : behind, place);
            }
        place_ = ahead ? *ahead : behind.value_or(place_);
        const auto intervals = static_cast<std::ptrdiff_t>(extent_) - 1;
        return static_cast<std::size_t>(backward_ ? std::max<std::ptrdiff_t>(0, 1 - place_ - intervals)
                                                  : place_);
    }

    /// The interval in which a window should begin for the line to go on: the line's own, to which a step
    /// under way returns when it fails, if the slices that it waits for are in that window too. Counted in
    /// the direction of travel: backward, interval i is -i.
    [[nodiscard]] std::ptrdiff_t place_of(const SuspendedLine& line) const
    {
        const NodeSlices& slices = source_.field->slices();
        const auto intervals = static_cast<std::ptrdiff_t>(extent_) - 1;
        const std::ptrdiff_t sign = backward_ ? -1 : 1;
        const auto needed = sign * static_cast<std::ptrdiff_t>(slices.interval(line.needed));
        const auto head = sign * static_cast<std::ptrdiff_t>(slices.interval(time_of(line)));
        return std::min(needed, std::max(head, needed - (intervals - 1)));
    }

    /// The field's time at the line's last point.
    [[nodiscard]] float time_of(const SuspendedLine& line) const
    {
        const bool moves = job_.settings.flow_time == FlowTime::Moving && line.state != nullptr;
        return job_.seeds->t[line.seed] + (moves ? line.state->elapsed : 0.0F);
    }

    [[nodiscard]] std::uint64_t steps_under_way() const
    {
        std::uint64_t steps = 0;
        for (const BlockUnderWay& under_way : blocks_) {
            for (const Line& line : under_way.block.lines) steps += line.steps;
            for (const SuspendedLine& line : under_way.suspended)
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
    const FieldSource& source_;
    std::size_t slices_;
    bool backward_;
    std::size_t extent_;                       ///< slices in use together
    std::size_t begin_slice_ = 0, end_slice_;  ///< slices that may be of use
    std::vector<BlockUnderWay> blocks_;
    std::ptrdiff_t place_ = std::numeric_limits<std::ptrdiff_t>::min();  ///< the window's, as place_of()
    std::size_t delivered_ = 0;                                          ///< blocks
    std::uint64_t steps_of_delivered_ = 0;
};

}  // namespace

void sweep_slices(const LineJob& job, const FieldSource& field, std::size_t first_seed, std::size_t end_seed,
                  int threads, TraceProgress& progress, const LineTracer::Sink& sink)
{
    Sweep{job, field, first_seed, end_seed}.run(threads, progress, sink);
}

}  // namespace farfield::compute

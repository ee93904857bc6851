#include "compute_node/particles/slice_run.h"

#include <algorithm>
#include <optional>

namespace farfield::compute {

namespace {

void add_slice(std::vector<std::size_t>& slices, std::size_t slice)
{
    if (std::find(slices.begin(), slices.end(), slice) == slices.end()) slices.push_back(slice);
}

/// The slices at both ends of an interval, in the order in which they are met.
void add_interval(std::vector<std::size_t>& slices, std::size_t interval, bool backward)
{
    add_slice(slices, interval + (backward ? 1 : 0));
    add_slice(slices, interval + (backward ? 0 : 1));
}

std::optional<std::size_t> next_interval(std::size_t interval, std::size_t intervals, TimeCourse course)
{
    if (!course.backward && interval + 1 < intervals) return interval + 1;
    if (course.backward && interval > 0) return interval - 1;
    if (!course.loops) return std::nullopt;
    return course.backward ? intervals - 1 : 0;
}

}  // namespace

void plan_run(const NodeSlices& slices, std::span<const StepTimes> steps, TimeCourse course,
              std::size_t extent, std::size_t room, SliceRun& run)
{
    run.slices.clear();
    run.slices.reserve(slices.nodes.size());
    run.steps = 0;
    std::size_t interval = 0;
    for (const StepTimes& step : steps) {
        const std::size_t before = run.slices.size();
        const std::size_t end = slices.interval(step.end);
        add_interval(run.slices, slices.interval(step.middle), course.backward);
        add_interval(run.slices, end, course.backward);
        if (run.steps > 0 && run.slices.size() > extent) {
            run.slices.resize(before);
            break;
        }
        ++run.steps;
        interval = end;
    }
    run.needed = run.slices.size();
    const std::size_t intervals = slices.times.size() - 1;
    auto next = next_interval(interval, intervals, course);
    for (std::size_t i = 1; i < intervals && next && run.slices.size() < room; ++i) {
        add_interval(run.slices, *next, course.backward);
        next = next_interval(*next, intervals, course);
    }
    run.slices.resize(std::min(run.slices.size(), std::max(room, run.needed)));
}

}  // namespace farfield::compute

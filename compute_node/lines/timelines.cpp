#include "compute_node/lines/timelines.h"

#include <limits>
#include <stdexcept>

namespace farfield::compute {

namespace {

LineSettings of_particles(LineSettings settings)
{
    if (settings.backward) throw std::runtime_error("timelines: particles are released forward in time");
    settings.flow_time = FlowTime::Moving;
    settings.keep_points = false;
    settings.max_steps = max_line_steps;
    settings.max_time = std::numeric_limits<double>::infinity();
    return settings;
}

LineSeeds released_at(double time, double run_time, LineSeeds seeds)
{
    seeds.t.assign(seeds.size(), static_cast<float>(time));
    seeds.max_time.assign(seeds.size(), static_cast<float>(run_time));
    return seeds;
}

/// One that stands still stays.
bool is_there(Termination reason)
{
    return reason == Termination::TimeLimit || reason == Termination::Stagnant;
}

}  // namespace

LineBlock trace_timelines(const std::shared_ptr<const Field>& field, const LineSettings& settings,
                          Workforce workforce, const LineSeeds& seeds, const TimelineReleases& releases,
                          const std::atomic<bool>* cancelled)
{
    const LineTracer tracer{field, of_particles(settings), workforce};
    LineBlock timelines;
    for (std::uint32_t i = 0; i < releases.count; ++i) {
        const std::uint32_t release = releases.first + i * releases.stride;
        const double age = releases.interval * release;
        Line line{.first_point = timelines.points.size(), .reason = Termination::TimeLimit};
        const auto join = [&](const LineBlock& block, const TraceProgress&) {
            for (const Line& run : block.lines) {
                const bool shown = is_there(run.reason);
                if (!shown) line.reason = run.reason;
                timelines.points.push_back(shown ? block.points[run.first_point]
                                                 : glm::vec4{std::numeric_limits<float>::quiet_NaN()});
                timelines.elapsed.push_back(static_cast<float>(age));
            }
        };
        tracer.trace(released_at(releases.observed - age, age, seeds), join, cancelled);
        line.points = static_cast<std::uint32_t>(timelines.points.size() - line.first_point);
        line.steps = release;
        timelines.lines.push_back(line);
    }
    return timelines;
}

}  // namespace farfield::compute

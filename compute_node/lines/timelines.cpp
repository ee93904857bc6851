#include "compute_node/lines/timelines.h"

#include "compute_node/lines/trace_blocks.h"
#include "compute_node/support/parallel.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

LineSettings timeline_particles(LineSettings settings)
{
    if (settings.backward) throw std::runtime_error("timelines: particles are released forward in time");
    settings.flow_time = FlowTime::Moving;
    settings.keep_points = false;
    settings.max_steps = max_line_steps;
    settings.max_time = std::numeric_limits<double>::infinity();
    return settings;
}

/// Approximate number of particles traced at once: memory is bounded whatever the number of releases.
constexpr std::size_t timeline_particles_at_once = 1 << 18;

double age_of(const TimelineReleases& releases, std::size_t i)
{
    return releases.interval * (releases.first + static_cast<double>(i) * releases.stride);
}

/// The particles of releases [begin, end), one release after the other.
LineSeeds released(const LineSeeds& seeds, const TimelineReleases& releases, std::size_t begin,
                   std::size_t end)
{
    LineSeeds particles;
    for (std::size_t i = begin; i < end; ++i) {
        const double age = age_of(releases, i);
        for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
            particles.add(
                {seeds.x[seed], seeds.y[seed], seeds.z[seed], static_cast<float>(releases.observed - age)});
            particles.max_time.push_back(static_cast<float>(age));
        }
    }
    return particles;
}

/// True for a particle that is there at the observation; one that stands still is.
bool is_there(Termination reason)
{
    return reason == Termination::TimeLimit || reason == Termination::Stagnant;
}

/// The lines of a block, without points yet.
std::vector<Line> lines_of(const TimelineReleases& releases, std::size_t seeds)
{
    std::vector<Line> lines;
    for (std::uint32_t i = 0; i < releases.count; ++i)
        lines.push_back({.first_point = i * seeds,
                         .points = static_cast<std::uint32_t>(seeds),
                         .steps = releases.first + i * releases.stride,
                         .reason = Termination::TimeLimit});
    return lines;
}

/// Flags of places of the field: 1 where something flows; any value once `cancelled` is true.
std::vector<std::uint8_t> are_inside(const FieldSource& source, float time,
                                     const std::vector<glm::vec3>& places, int threads,
                                     const std::atomic<bool>* cancelled)
{
    std::vector<std::uint8_t> inside(places.size());
    if (places.empty()) return inside;
    if (source.distributed != nullptr) {
        std::vector<PointSample> samples(places.size());
        source.distributed->sample(places, SampleRule::Kernel, time, samples);
        std::transform(samples.begin(), samples.end(), inside.begin(), [](const PointSample& sample) {
            return sample.inside != 0 && !std::isnan(sample.value.x) ? 1 : 0;
        });
        return inside;
    }
    const Field& field = shown_at(source, time);
    constexpr std::size_t batch = 256;
    parallel_sum(static_cast<std::int64_t>((places.size() + batch - 1) / batch), threads,
                 [&](std::int64_t n) {
                     if (is_set(cancelled)) return 0;
                     CellCursor cursor;
                     const std::size_t begin = static_cast<std::size_t>(n) * batch;
                     for (std::size_t i = begin; i < std::min(begin + batch, places.size()); ++i)
                         inside[i] = field.place_of(places[i], time, cursor) == Place::Inside ? 1 : 0;
                     return 0;
                 });
    return inside;
}

/// Number of points to sample on the straight line between neighbours: enough to miss no wall that is a
/// hundredth of the domain thick.
std::size_t looks_between(const Field& field, glm::vec3 a, glm::vec3 b)
{
    const Bounds& box = field.info().bounds;
    glm::dvec3 part{0.0};  // part of the domain along each axis: units may differ
    for (int axis = 0; axis < 3; ++axis)
        if (box.hi[axis] > box.lo[axis])
            part[axis] = (static_cast<double>(b[axis]) - a[axis]) / (box.hi[axis] - box.lo[axis]);
    return static_cast<std::size_t>(std::clamp(std::ceil(glm::length(part) * 100.0), 1.0, 100.0));
}

/// Approximate number of points sampled at once: bounds memory, and work can be cancelled in between.
constexpr std::size_t looks_at_once = 1 << 18;

/// Flags of the lines' points: true where a wall has come between a point and its predecessor: somewhere
/// between them nothing flows.
std::vector<bool> walls_between(const FieldSource& source, float time, const LineBlock& lines, int threads,
                                const std::atomic<bool>* cancelled)
{
    std::vector<bool> walls(lines.points.size());
    std::vector<std::size_t> points;
    std::vector<glm::vec3> between;
    const auto look = [&] {
        const auto inside = are_inside(source, time, between, threads, cancelled);
        for (std::size_t n = 0; n < points.size(); ++n)
            if (inside[n] == 0) walls[points[n]] = true;
        points.clear();
        between.clear();
    };
    for (const Line& line : lines.lines)
        for (std::size_t i = line.first_point + 1; i < line.first_point + line.points; ++i) {
            const glm::vec3 before{lines.points[i - 1]}, after{lines.points[i]};
            if (std::isnan(before.x + after.x)) continue;  // the line is broken there anyway
            const std::size_t looks = looks_between(*source.field, before, after);
            for (std::size_t n = 1; n <= looks; ++n) {
                const float part = static_cast<float>(n) / static_cast<float>(looks + 1);
                points.push_back(i);
                between.push_back(glm::mix(before, after, part));
            }
            if (between.size() < looks_at_once) continue;
            look();
            if (is_set(cancelled)) return walls;
        }
    look();
    return walls;
}

/// The same lines, with a point of NaNs between neighbours that a wall has come between.
LineBlock broken_at_walls(const LineBlock& whole, const std::vector<bool>& walls)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    LineBlock broken;
    for (Line line : whole.lines) {
        const std::size_t begin = std::exchange(line.first_point, broken.points.size());
        for (std::size_t i = begin; i < begin + line.points; ++i) {
            if (walls[i]) {
                broken.points.emplace_back(nan);
                broken.elapsed.push_back(nan);
            }
            broken.points.push_back(whole.points[i]);
            broken.elapsed.push_back(whole.elapsed[i]);
        }
        line.points = static_cast<std::uint32_t>(broken.points.size() - line.first_point);
        broken.lines.push_back(line);
    }
    return broken;
}

}  // namespace

LineBlock trace_timelines(const FieldSource& field, const LineSettings& settings, Resources resources,
                          const LineSeeds& seeds, const TimelineReleases& releases,
                          const std::atomic<bool>* cancelled)
{
    const LineTracer tracer{field, timeline_particles(settings), resources};
    LineBlock timelines;
    timelines.lines = lines_of(releases, seeds.size());
    const auto join = [&](const LineBlock& block, const TraceProgress&) {
        for (const Line& run : block.lines) {
            const std::size_t release = timelines.points.size() / seeds.size();
            const bool shown = is_there(run.reason);
            if (!shown) timelines.lines[release].reason = run.reason;
            timelines.points.push_back(shown ? block.points[run.first_point]
                                             : glm::vec4{std::numeric_limits<float>::quiet_NaN()});
            timelines.elapsed.push_back(static_cast<float>(age_of(releases, release)));
        }
    };
    const std::size_t at_once =
        std::max<std::size_t>(1, timeline_particles_at_once / std::max<std::size_t>(1, seeds.size()));
    for (std::size_t begin = 0; begin < releases.count && !is_set(cancelled); begin += at_once) {
        const std::size_t end = std::min<std::size_t>(releases.count, begin + at_once);
        tracer.trace(released(seeds, releases, begin, end), join, cancelled);
    }
    if (is_set(cancelled)) return timelines;
    const auto time = static_cast<float>(releases.observed);
    return broken_at_walls(timelines, walls_between(field, time, timelines, resources.threads, cancelled));
}

}  // namespace farfield::compute

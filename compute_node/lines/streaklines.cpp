#include "compute_node/lines/streaklines.h"

#include "compute_node/lines/trace_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

/// Approximate number of particles traced at once: memory is bounded whatever the number of seeds.
constexpr std::size_t streakline_particles_at_once = 1 << 18;

/// Settings of each particle's line: up to the time of observation, with its last point alone.
LineSettings streakline_particles(const LineSettings& settings)
{
    if (settings.step_unit != StepUnit::Time)
        throw std::runtime_error("streaklines: expected a step in time, which is the interval of releases");
    if (settings.backward) throw std::runtime_error("streaklines: particles are released forward in time");
    check_release_times(settings);
    LineSettings particles = settings;
    particles.flow_time = FlowTime::Moving;
    particles.keep_points = false;
    particles.max_steps = max_line_steps;
    return particles;
}

/// Time of observation of the particles released from `first` on. A first release long before the first slice
/// is known less precisely than the slices' times: a time that only rounding puts beyond the last one is its.
double observation(const NodeSlices& slices, float first, const LineSettings& settings)
{
    const double time = first + settings.step * settings.max_steps;
    const double rounding = std::numeric_limits<float>::epsilon() * std::abs(double{first});
    const bool is_last =
        !slices.steady() && time > slices.times.back() && time - rounding <= slices.times.back();
    return is_last ? slices.times.back() : time;
}

/// The particles of seeds [begin, end), each seed's youngest first.
LineSeeds released(const NodeSlices& slices, const LineSeeds& seeds, std::size_t begin, std::size_t end,
                   const LineSettings& settings)
{
    LineSeeds particles;
    for (std::size_t seed = begin; seed < end; ++seed) {
        const double observed = observation(slices, seeds.t[seed], settings);
        for (std::uint32_t age = 0; age <= settings.max_steps; ++age) {
            particles.add({seeds.x[seed], seeds.y[seed], seeds.z[seed],
                           static_cast<float>(observed - settings.step * age)});
            particles.max_time.push_back(static_cast<float>(settings.step * age));
        }
    }
    return particles;
}

struct Particle {
    glm::vec4 place;
    Termination reason;  ///< TimeLimit when the particle is there at the observation
};

/// Traces particles to their observation. progress: receives the slices, where they are read on the way.
std::vector<Particle> observe(const LineTracer& tracer, const LineSeeds& particles, TraceProgress progress,
                              const LineTracer::Sink& sink, const std::atomic<bool>* cancelled)
{
    std::vector<Particle> observed;
    observed.reserve(particles.size());
    const auto take = [&](const LineBlock& block, const TraceProgress& of_particles) {
        for (const Line& line : block.lines)
            observed.push_back({block.points[line.first_point], line.reason});
        progress.slice = of_particles.slice;
        progress.slices = of_particles.slices;
        if (block.lines.empty()) sink(block, progress);
    };
    tracer.trace(particles, take, cancelled);
    return observed;
}

/// The streakline through one seed's particles.
void join(const Particle* youngest, const LineSettings& settings, LineBlock& block)
{
    Line line;
    line.first_point = block.points.size();
    line.reason = Termination::StepLimit;
    for (std::uint32_t age = 0; age <= settings.max_steps; ++age) {
        const Particle& particle = youngest[age];
        const bool is_there = particle.reason == Termination::TimeLimit;
        if (!is_there) line.reason = particle.reason;
        if (!is_there && age > 0) break;
        block.points.push_back(particle.place);
        block.elapsed.push_back(static_cast<float>(settings.step * (settings.max_steps - age)));
        if (!is_there) break;
    }
    line.points = static_cast<std::uint32_t>(block.points.size() - line.first_point);
    line.steps = line.points - 1;
    block.lines.push_back(line);
}

}  // namespace

void trace_streaklines(const FieldSource& field, const LineSettings& settings, Resources resources,
                       const LineSeeds& seeds, const LineTracer::Sink& sink,
                       const std::atomic<bool>* cancelled)
{
    const LineTracer tracer{field, streakline_particles(settings), resources};
    const std::size_t per_seed = settings.max_steps + std::size_t{1};
    const std::size_t at_once = std::max<std::size_t>(1, streakline_particles_at_once / per_seed);
    TraceProgress progress{.all_lines = seeds.size()};
    for (std::size_t begin = 0; begin < seeds.size() && !is_set(cancelled); begin += at_once) {
        const std::size_t end = std::min(begin + at_once, seeds.size());
        const LineSeeds released_now = released(field.field->slices(), seeds, begin, end, settings);
        const auto particles = observe(tracer, released_now, progress, sink, cancelled);
        if (is_set(cancelled)) return;
        LineBlock block;
        block.first_seed = begin;
        for (std::size_t seed = 0; seed < end - begin; ++seed)
            join(particles.data() + seed * per_seed, settings, block);
        progress.lines = end;
        for (const Line& line : block.lines) progress.steps += line.steps;
        sink(block, progress);
    }
}

}  // namespace farfield::compute

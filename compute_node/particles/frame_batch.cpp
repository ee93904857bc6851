#include "compute_node/particles/frame_batch.h"

#include "compute_node/particles/particle_kernel.h"
#include "compute_node/support/parallel.h"

#include <algorithm>
#include <cmath>

namespace farfield::compute {

ReleaseSlots release_slots_of(const InjectedRake& rake, double time, double frame_time)
{
    const model::Injection& injection = rake.injection;
    const double slack = 1e-6 * frame_time;  // a sum of steps that should have come to a due time
    const double since_start = time - injection.start.value_or(0.0) + slack;
    if (since_start < 0.0) return {.begun = false};
    if (injection.end && time > *injection.end + slack) return {};
    if (!injection.interval) return {.count = rake.per_seed, .per_seed = rake.per_seed};
    // Releases 0, 1, 2 ... are due one interval after the other; those since the frame before come now.
    const double before = std::floor((since_start - frame_time) / *injection.interval);
    const double first = std::max(before + 1.0, 0.0), last = std::floor(since_start / *injection.interval);
    const double count = std::clamp(last - first + 1.0, 0.0, static_cast<double>(rake.per_seed));
    return {.first = static_cast<std::uint32_t>(std::fmod(first, rake.per_seed)),
            .count = static_cast<std::uint32_t>(count),
            .per_seed = rake.per_seed};
}

void FrameBatch::clear()
{
    release_slots_.clear();
    times_.clear();
    outputs_.clear();
    alive_.clear();
}

void FrameBatch::add(const ParticleClock& clock, const ParticleSettings& settings, double elapsed,
                     std::byte* output, bool is_first)
{
    // Reserves at once what the largest batch needs: later ones may be larger and must take no memory.
    times_.reserve(max_frames_at_once * settings.steps_per_frame);
    outputs_.reserve(max_frames_at_once);
    alive_.reserve(max_frames_at_once);
    const double step = is_first ? 0.0 : settings.step, before = elapsed - step * settings.steps_per_frame;
    for (std::uint32_t n = 0; n < settings.steps_per_frame; ++n)
        times_.push_back({static_cast<float>(clock.at(before + (n + 0.5) * step)),
                          static_cast<float>(clock.at(before + (n + 1.0) * step))});
    times_.back().end = static_cast<float>(clock.at(elapsed));  // whatever rounding makes of the sum
    if (output) outputs_.push_back(output);
    alive_.push_back(0);
}

void FrameBatch::add_release_slots(std::span<const InjectedRake> rakes, double time, double frame_time)
{
    release_slots_.reserve(max_frames_at_once * rakes.size());
    for (const InjectedRake& rake : rakes) release_slots_.push_back(release_slots_of(rake, time, frame_time));
}

std::span<const std::uint64_t> FrameBatch::advance(const FieldSource& source, ParticleState& state,
                                                   const ParticleSettings& settings, ByteOrder order)
{
    FrameJob job;
    job.field = source.field.get();
    job.state = &state;
    job.step = static_cast<float>(settings.step);
    job.steps = settings.steps_per_frame;
    job.max_age = static_cast<std::int32_t>(settings.max_age_frames);
    if (settings.scalar_is_age)
        job.age_of_frame = static_cast<float>(std::abs(settings.step) * settings.steps_per_frame);
    job.big_endian = order == ByteOrder::Big;
    if (source.distributed != nullptr) {
        job.slices = &job.field->slices();
        for (std::size_t step = 0; step < times_.size() && !is_set(abandoned_); ++step)
            source.distributed->advance(part_of(job, step, 1), settings.threads);
        return alive_;
    }
    if (source.slices == nullptr) {
        advance_steps(job, 0, times_.size(), settings.threads);
        return alive_;
    }
    const TimeCourse course{settings.step < 0.0, settings.time.loop};
    SliceWindow& window = *source.window;
    for (std::size_t done = 0; done < times_.size() && !is_set(abandoned_); done += run_.steps) {
        plan_run(source.field->slices(), std::span{times_}.subspan(done), course, window.extent(),
                 window.slices(), run_);
        job.field = window.show(source.slices, run_.slices, run_.needed);
        advance_steps(job, done, run_.steps, settings.threads);
    }
    return alive_;
}

/// Advances all tiles: the rest of a frame that was begun, then whole frames, then the beginning of one.
void FrameBatch::advance_steps(FrameJob job, std::size_t first, std::size_t count, int threads)
{
    job.slices = &job.field->slices();
    const auto tiles = static_cast<std::int64_t>((job.state->count + tile_particles - 1) / tile_particles);
    for (std::size_t end = first + count; first < end;) {
        const std::size_t to_frame_end = job.steps - first % job.steps;
        std::size_t steps = std::min(end - first, to_frame_end);
        if (to_frame_end == job.steps && end - first > job.steps)
            steps = (end - first) / job.steps * job.steps;
        const FrameJob part = part_of(job, first, steps);
        parallel_sum(tiles, threads, [&](std::int64_t tile) {
            if (is_set(abandoned_)) return 0;
            const std::size_t begin = static_cast<std::size_t>(tile) * tile_particles;
            advance_tile(part, begin, std::min(begin + tile_particles, part.state->count));
            return 0;
        });
        first += steps;
    }
}

/// The part of a job with these steps, which are whole frames, or lie in one.
FrameJob FrameBatch::part_of(const FrameJob& job, std::size_t first, std::size_t count)
{
    const std::size_t frame = first / job.steps, frames = std::max<std::size_t>(count / job.steps, 1);
    FrameJob part = job;
    part.times = std::span{times_}.subspan(first, count);
    part.alive = std::span{alive_}.subspan(frame, frames);
    part.steps = static_cast<std::uint32_t>(count / frames);
    part.ends_frames = (first + count) % job.steps == 0;
    if (!outputs_.empty()) part.outputs = std::span{outputs_}.subspan(frame, frames);
    const std::size_t release_slots = release_slots_.size() / alive_.size();
    part.release_slots = std::span{release_slots_}.subspan(frame * release_slots, frames * release_slots);
    return part;
}

}  // namespace farfield::compute

#include "compute_node/particles/frame_batch.h"

#include "compute_node/parallel.h"
#include "compute_node/particles/particle_kernel.h"

#include <algorithm>
#include <cmath>

namespace farfield::compute {

Turn turn_of(const InjectedRake& rake, double time, double frame_time)
{
    const Injection& injection = rake.injection;
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
    turns_.clear();
    times_.clear();
    outputs_.clear();
    alive_.clear();
}

void FrameBatch::add(const ParticleClock& clock, const ParticleSettings& settings, double elapsed,
                     std::byte* output)
{
    // At once what the largest batch needs: later ones may be larger and must take no memory.
    times_.reserve(max_frames_at_once * settings.steps_per_frame);
    outputs_.reserve(max_frames_at_once);
    alive_.reserve(max_frames_at_once);
    const double step = settings.step, before = elapsed - step * settings.steps_per_frame;
    for (std::uint32_t n = 0; n < settings.steps_per_frame; ++n)
        times_.push_back({static_cast<float>(clock.at(before + (n + 0.5) * step)),
                          static_cast<float>(clock.at(before + (n + 1.0) * step))});
    times_.back().end = static_cast<float>(clock.at(elapsed));  // whatever rounding makes of the sum
    if (output) outputs_.push_back(output);
    alive_.push_back(0);
}

void FrameBatch::add_turns(std::span<const InjectedRake> rakes, double time, double frame_time)
{
    turns_.reserve(max_frames_at_once * rakes.size());
    for (const InjectedRake& rake : rakes) turns_.push_back(turn_of(rake, time, frame_time));
}

std::span<const std::uint64_t> FrameBatch::advance(const Field& field, ParticleState& state,
                                                   const ParticleSettings& settings, ByteOrder order)
{
    const FrameJob job{.field = &field,
                       .slices = &field.slices(),
                       .state = &state,
                       .times = times_,
                       .outputs = outputs_,
                       .alive = alive_,
                       .turns = turns_,
                       .step = static_cast<float>(settings.step),
                       .steps = settings.steps_per_frame,
                       .max_age = static_cast<std::int32_t>(settings.max_age_frames),
                       .big_endian = order == ByteOrder::Big};
    const auto tiles = static_cast<std::int64_t>((state.count + tile_particles - 1) / tile_particles);
    parallel_sum(tiles, settings.threads, [&job](std::int64_t tile) {
        const std::size_t begin = static_cast<std::size_t>(tile) * tile_particles;
        advance_tile(job, begin, std::min(begin + tile_particles, job.state->count));
        return 0;
    });
    return alive_;
}

}  // namespace farfield::compute

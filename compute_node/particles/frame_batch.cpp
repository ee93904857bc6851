#include "compute_node/particles/frame_batch.h"

#include "compute_node/parallel.h"
#include "compute_node/particles/particle_kernel.h"

#include <algorithm>

namespace farfield::compute {

void FrameBatch::clear()
{
    times_.clear();
    outputs_.clear();
    alive_.clear();
}

void FrameBatch::add(const ParticleClock& clock, const ParticleSettings& settings, double elapsed,
                     std::byte* output)
{
    const double step = settings.step, before = elapsed - step * settings.steps_per_frame;
    for (std::uint32_t n = 0; n < settings.steps_per_frame; ++n)
        times_.push_back({static_cast<float>(clock.at(before + (n + 0.5) * step)),
                          static_cast<float>(clock.at(before + (n + 1.0) * step))});
    times_.back().end = static_cast<float>(clock.at(elapsed));  // whatever rounding makes of the sum
    if (output) outputs_.push_back(output);
    alive_.push_back(0);
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

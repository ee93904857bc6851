#include "compute_node/ranks/blocks/block_steps.h"

#include "compute_node/particles/particle_kernel.h"
#include "compute_node/ranks/blocks/kernels/block_kernel.h"
#include "compute_node/support/parallel.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace farfield::compute {

void BlockSteps::fit(std::size_t particles)
{
    const std::size_t size = particles + state_padding;
    for (auto* lane : {&record_.x, &record_.y, &record_.z, &record_.wanted}) lane->resize(size);
    for (StageRecord::Samples& stage : record_.samples)
        for (auto* lane : {&stage.u, &stage.v, &stage.w, &stage.s, &stage.inside}) lane->resize(size);
    record_.known = 0;
}

void BlockSteps::run(const FrameJob& job, int threads)
{
    const auto tiles = static_cast<std::int64_t>((job.state->count + tile_particles - 1) / tile_particles);
    parallel_sum(tiles, threads, [&](std::int64_t tile) {
        const std::size_t begin = static_cast<std::size_t>(tile) * tile_particles;
        advance_recorded(job, record_, begin, std::min(begin + tile_particles, job.state->count));
        return 0;
    });
}

bool BlockSteps::fetch(float wanted, float time, DistributedField& field)
{
    particles_.clear();
    positions_.clear();
    for (std::size_t i = 0; i < record_.wanted.size(); ++i) {
        if (record_.wanted[i] != wanted) continue;
        particles_.push_back(i);
        positions_.emplace_back(record_.x[i], record_.y[i], record_.z[i]);
    }
    if (positions_.empty()) return false;
    found_.resize(positions_.size());
    field.sample(positions_, SampleRule::Kernel, time, found_);
    StageRecord::Samples& stage = record_.samples[record_.known];
    for (std::size_t n = 0; n < particles_.size(); ++n) {
        const std::size_t i = particles_[n];
        const PointSample& found = found_[n];
        stage.u[i] = found.value.x;
        stage.v[i] = found.value.y;
        stage.w[i] = found.value.z;
        stage.s[i] = found.value.w;
        stage.inside[i] = found.inside != 0 ? 1.0F : 0.0F;
    }
    return true;
}

void BlockSteps::take(const FrameJob& job, DistributedField& field, int threads)
{
    const StepTimes& times = job.times.front();
    const std::array time_of_stage{times.middle, times.middle, times.end, times.end};
    fit(job.state->count);
    for (bool is_moving = true; !record_.is_complete(); ++record_.known) {
        if (!is_moving) continue;
        std::fill(record_.wanted.begin(), record_.wanted.end(), 0.0F);
        run(job, threads);
        is_moving = fetch(StageRecord::moves, time_of_stage[record_.known], field);
        if (record_.known == 0) (void)fetch(StageRecord::is_released, times.end, field);
    }
    run(job, threads);
}

}  // namespace farfield::compute

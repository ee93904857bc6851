#include "compute_node/ranks/blocks/block_field.h"

#include "compute_node/fields/field_at_time.h"
#include "compute_node/particles/particle_kernel.h"
#include "compute_node/ranks/blocks/kernels/block_kernel.h"
#include "compute_node/ranks/blocks/split_lines.h"
#include "compute_node/support/parallel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

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

namespace {

constexpr std::size_t at_once = 2048;

PointSample single_sample(const Field& block, glm::vec3 position, float time)
{
    CellCursor cursor;
    const std::optional<FieldSample> found = sample_at(block, position, time, cursor);
    if (!found) return {};
    return {{found->velocity, found->scalar}, 1};
}

}  // namespace

void BlockField::sort(std::span<const glm::vec3> positions)
{
    for (std::size_t block = 0; block < positions_.size(); ++block) {
        positions_[block].clear();
        places_[block].clear();
    }
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const int block = blocks_.block_of(first_->grid(), positions[i]);
        positions_[block].push_back(positions[i]);
        places_[block].push_back(i);
    }
}

void BlockField::sample(std::span<const glm::vec3> positions, SampleRule rule, float time,
                        std::span<PointSample> samples)
{
    sort(positions);
    for (int block = 1; block < blocks_.size(); ++block)
        if (!positions_[block].empty()) ask(block, positions_[block], rule, time);
    const auto put = [&](int block, const std::vector<PointSample>& found) {
        for (std::size_t i = 0; i < found.size(); ++i) samples[places_[block][i]] = found[i];
    };
    std::vector<PointSample> here(positions_[0].size());
    sample_block(*first_, positions_[0], rule, time, here, threads_);
    put(0, here);
    for (int block = 1; block < blocks_.size(); ++block)
        if (!positions_[block].empty()) put(block, answer(block));
}

void BlockField::trace(const LineJob& job, int threads, const std::function<void(const LineBlock&)>& deliver)
{
    trace_split(job, blocks_, *begin_lines(job.settings, threads), threads, deliver);
}

void sample_block(const Field& block, std::span<const glm::vec3> positions, SampleRule rule, float time,
                  std::span<PointSample> samples, int threads)
{
    const auto batches = static_cast<std::int64_t>((positions.size() + at_once - 1) / at_once);
    parallel_sum(batches, threads, [&](std::int64_t batch) {
        const std::size_t begin = static_cast<std::size_t>(batch) * at_once;
        const std::size_t count = std::min(at_once, positions.size() - begin);
        const auto some = positions.subspan(begin, count);
        const auto to = samples.subspan(begin, count);
        if (rule == SampleRule::Kernel)
            take_samples(block, some, time, to);
        else
            std::transform(some.begin(), some.end(), to.begin(),
                           [&](glm::vec3 position) { return single_sample(block, position, time); });
        return 0;
    });
}

}  // namespace farfield::compute

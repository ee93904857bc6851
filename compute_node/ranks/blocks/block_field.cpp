#include "compute_node/ranks/blocks/block_field.h"

#include "compute_node/fields/field_at_time.h"
#include "compute_node/ranks/blocks/kernels/block_kernel.h"
#include "compute_node/ranks/blocks/split_lines.h"
#include "compute_node/support/parallel.h"

#include <algorithm>
#include <optional>

namespace farfield::compute {

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

#include "compute_node/ranks/blocks/kernels/block_kernel.h"
#include "compute_node/support/targets.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/ranks/blocks/kernels/block_samples.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/samplers/samplers-inl.h"
#include "compute_node/ranks/blocks/kernels/resident_nodes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class Sampler, class Grid>
void sample_with(const Field& block, const Grid& grid, std::span<const glm::vec3> positions, float time,
                 std::span<PointSample> samples)
{
    Sampler sampler{grid, block.slices()};
    for (std::size_t i = 0; i < positions.size(); i += lanes) {
        const std::size_t count = std::min(lanes, positions.size() - i);
        alignas(32) float in[3][lanes] = {}, out[4][lanes], inside[lanes];
        for (std::size_t lane = 0; lane < count; ++lane)
            for (int axis = 0; axis < 3; ++axis) in[axis][lane] = positions[i + lane][axis];
        const Vec3 p{hn::Load(floats, in[0]), hn::Load(floats, in[1]), hn::Load(floats, in[2])};
        const Sample found = sampler.sample(p, set(time), sampler.has_nodes_at(p));
        hn::Store(found.velocity.x, floats, out[0]);
        hn::Store(found.velocity.y, floats, out[1]);
        hn::Store(found.velocity.z, floats, out[2]);
        hn::Store(found.scalar, floats, out[3]);
        hn::Store(hn::IfThenElseZero(found.inside, set(1.0F)), floats, inside);
        for (std::size_t lane = 0; lane < count; ++lane)
            samples[i + lane] = {{out[0][lane], out[1][lane], out[2][lane], out[3][lane]},
                                 inside[lane] != 0.0F ? 1U : 0U};
    }
}

template <template <class, class> class Sampler, class Grid>
void sample_on(const Field& block, const Grid& grid, std::span<const glm::vec3> positions, float time,
               std::span<PointSample> samples)
{
    if (block.slices().steady())
        sample_with<Sampler<SteadyValues, ResidentNodes>>(block, grid, positions, time, samples);
    else
        sample_with<Sampler<SharedTimeValues, ResidentNodes>>(block, grid, positions, time, samples);
}

void block_samples(const Field& block, std::span<const glm::vec3> positions, float time,
                   std::span<PointSample> samples)
{
    if (const auto* grid = std::get_if<UniformGrid>(&block.grid()))
        sample_on<UniformSampler>(block, *grid, positions, time, samples);
    else if (const auto* stretched = std::get_if<RectilinearGrid>(&block.grid()))
        sample_on<RectilinearSampler>(block, *stretched, positions, time, samples);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(block_samples);

void take_samples(const Field& block, std::span<const glm::vec3> positions, float time,
                  std::span<PointSample> samples) noexcept
{
    HWY_DYNAMIC_DISPATCH(block_samples)(block, positions, time, samples);
}

}  // namespace farfield::compute
#endif

#include "compute_node/ranks/blocks/kernels/block_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/ranks/blocks/kernels/deferred_kernel.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/motion/sphere_motion-inl.h"
#include "compute_node/kernels/particle_kernel-inl.h"
#include "compute_node/ranks/blocks/kernels/deferred_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class Sampler>
void advance_recorded_with(const FrameJob& job, StageRecord& record, std::size_t begin, std::size_t end)
{
    if (job.slices->steady())
        advance_with<Sampler, true>(job, &record, begin, end);
    else
        advance_with<Sampler, false>(job, &record, begin, end);
}

void recorded_tile(const FrameJob& job, StageRecord& record, std::size_t begin, std::size_t end)
{
    if (LengthMetric{job.field->info()}.geographic)
        advance_recorded_with<OnSphere<DeferredSampler>>(job, record, begin, end);
    else
        advance_recorded_with<DeferredSampler>(job, record, begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(recorded_tile);

void advance_recorded(const FrameJob& job, StageRecord& record, std::size_t begin, std::size_t end) noexcept
{
    HWY_DYNAMIC_DISPATCH(recorded_tile)(job, record, begin, end);
}

}  // namespace farfield::compute
#endif

#include "compute_node/particles/particle_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/changing_kernel.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/particle_kernel-inl.h"
#include "compute_node/kernels/samplers/changing_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

void changing_tile(const FrameJob& job, std::size_t begin, std::size_t end)
{
    if (LengthMetric{job.field->info()}.geographic)
        advance_with<ChangingSampler<true>, false>(job, *job.field, begin, end);
    else
        advance_with<ChangingSampler<false>, false>(job, *job.field, begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(changing_tile);

void advance_changing(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    HWY_DYNAMIC_DISPATCH(changing_tile)(job, begin, end);
}

}  // namespace farfield::compute
#endif

#include "compute_node/particles/particle_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/isoparametric_kernel.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/particle_kernel-inl.h"
#include "compute_node/kernels/samplers/isoparametric_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

void isoparametric_tile(const FrameJob& job, std::size_t begin, std::size_t end)
{
    advance_on<IsoparametricSampler>(job, std::get<IsoparametricGrid>(job.field->grid()), begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(isoparametric_tile);

void advance_isoparametric(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    HWY_DYNAMIC_DISPATCH(isoparametric_tile)(job, begin, end);
}

}  // namespace farfield::compute
#endif

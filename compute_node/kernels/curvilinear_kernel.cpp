#include "compute_node/particles/particle_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/curvilinear_kernel.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/particle_kernel-inl.h"
#include "compute_node/kernels/samplers/curvilinear_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

void curvilinear_tile(const FrameJob& job, std::size_t begin, std::size_t end)
{
    advance_on<CurvilinearSampler>(job, std::get<CurvilinearGrid>(job.field->grid()), begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(curvilinear_tile);

void advance_curvilinear(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    HWY_DYNAMIC_DISPATCH(curvilinear_tile)(job, begin, end);
}

}  // namespace farfield::compute
#endif

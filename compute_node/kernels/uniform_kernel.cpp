#include "compute_node/particles/particle_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/uniform_kernel.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/particle_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

void uniform_tile(const FrameJob& job, std::size_t begin, std::size_t end)
{
    advance_on<UniformSampler>(job, std::get<UniformGrid>(job.field->grid()), begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(uniform_tile);

void advance_uniform(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    HWY_DYNAMIC_DISPATCH(uniform_tile)(job, begin, end);
}

}  // namespace farfield::compute
#endif

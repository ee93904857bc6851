#include "compute_node/lines/line_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/sphere_curvilinear_lines.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/line_methods-inl.h"
#include "compute_node/kernels/samplers/spherical_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

void spherical_lines(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    const auto& grid = std::get<SphericalGrid>(job.field->grid());
    if (job.field->slices().steady())
        trace_with<SphericalSampler<SteadyValues>>(job, grid, begin, end, block);
    else
        trace_with<SphericalSampler<TimedValues>>(job, grid, begin, end, block);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(spherical_lines);

void trace_spherical(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    HWY_DYNAMIC_DISPATCH(spherical_lines)(job, begin, end, block);
}

}  // namespace farfield::compute
#endif

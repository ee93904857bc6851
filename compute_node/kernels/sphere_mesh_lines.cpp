#include "compute_node/lines/line_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/sphere_mesh_lines.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/line_methods-inl.h"
#include "compute_node/kernels/motion/sphere_motion-inl.h"
#include "compute_node/kernels/samplers/tetrahedral_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

void sphere_mesh_lines(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    const auto& grid = std::get<TetrahedralGrid>(job.field->grid());
    if (job.field->slices().steady())
        trace_with<OnSphere<TetrahedralSampler<SteadyValues>>>(job, grid, begin, end, block);
    else
        trace_with<OnSphere<TetrahedralSampler<TimedValues>>>(job, grid, begin, end, block);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(sphere_mesh_lines);

void trace_sphere_mesh(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    HWY_DYNAMIC_DISPATCH(sphere_mesh_lines)(job, begin, end, block);
}

}  // namespace farfield::compute
#endif

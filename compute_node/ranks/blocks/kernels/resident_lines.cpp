#include "compute_node/ranks/blocks/kernels/block_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/ranks/blocks/kernels/resident_lines.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/line_methods-inl.h"
#include "compute_node/kernels/motion/sphere_motion-inl.h"
#include "compute_node/ranks/blocks/kernels/resident_nodes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class Values>
using ResidentUniform = UniformSampler<Values, ResidentNodes>;
template <class Values>
using ResidentRectilinear = RectilinearSampler<Values, ResidentNodes>;
template <class Values>
using ResidentOnSphere = OnSphere<ResidentRectilinear<Values>>;

template <template <class> class Sampler, class Grid>
void trace_on(const LineJob& job, const Grid& grid, std::size_t begin, std::size_t end, LineBlock& block)
{
    if (job.field->slices().steady())
        trace_with<Sampler<SteadyValues>>(job, grid, begin, end, block);
    else
        trace_with<Sampler<TimedValues>>(job, grid, begin, end, block);
}

void resident_lines(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    const Grid& grid = job.field->grid();
    if (const auto* uniform = std::get_if<UniformGrid>(&grid))
        trace_on<ResidentUniform>(job, *uniform, begin, end, block);
    else if (LengthMetric{job.field->info()}.geographic)
        trace_on<ResidentOnSphere>(job, std::get<RectilinearGrid>(grid), begin, end, block);
    else
        trace_on<ResidentRectilinear>(job, std::get<RectilinearGrid>(grid), begin, end, block);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(resident_lines);

void trace_resident(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    HWY_DYNAMIC_DISPATCH(resident_lines)(job, begin, end, block);
}

}  // namespace farfield::compute
#endif

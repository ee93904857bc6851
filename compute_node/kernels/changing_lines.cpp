#include "compute_node/lines/line_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/changing_lines.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/line_methods-inl.h"
#include "compute_node/kernels/samplers/changing_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

void changing_lines(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    if (LengthMetric{job.field->info()}.geographic)
        trace_with<ChangingSampler<true>>(job, *job.field, begin, end, block);
    else
        trace_with<ChangingSampler<false>>(job, *job.field, begin, end, block);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(changing_lines);

void trace_changing(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    HWY_DYNAMIC_DISPATCH(changing_lines)(job, begin, end, block);
}

}  // namespace farfield::compute
#endif

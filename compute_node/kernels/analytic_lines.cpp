#include "compute_node/lines/line_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/analytic_lines.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/line_methods-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <AnalyticFlow flow>
void flow_lines(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    trace_with<AnalyticSampler<flow>>(job, flow, begin, end, block);
}

void analytic_lines(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    switch (std::get<AnalyticFlow>(job.field->grid())) {
    case AnalyticFlow::Cell:
        return flow_lines<AnalyticFlow::Cell>(job, begin, end, block);
    case AnalyticFlow::Abc:
        return flow_lines<AnalyticFlow::Abc>(job, begin, end, block);
    case AnalyticFlow::Tornado:
        return flow_lines<AnalyticFlow::Tornado>(job, begin, end, block);
    case AnalyticFlow::DoubleGyre:
        return flow_lines<AnalyticFlow::DoubleGyre>(job, begin, end, block);
    case AnalyticFlow::TaylorGreen:
        return flow_lines<AnalyticFlow::TaylorGreen>(job, begin, end, block);
    }
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(analytic_lines);

void trace_analytic(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    HWY_DYNAMIC_DISPATCH(analytic_lines)(job, begin, end, block);
}

}  // namespace farfield::compute
#endif

#include "compute_node/particles/particle_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/analytic_kernel.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/particle_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <AnalyticFlow flow>
void flow_tile(const FrameJob& job, std::size_t begin, std::size_t end)
{
    advance_with<AnalyticSampler<flow>, true>(job, flow, begin, end);
}

void analytic_tile(const FrameJob& job, std::size_t begin, std::size_t end)
{
    switch (std::get<AnalyticFlow>(job.field->grid())) {
    case AnalyticFlow::Cell:
        return flow_tile<AnalyticFlow::Cell>(job, begin, end);
    case AnalyticFlow::Abc:
        return flow_tile<AnalyticFlow::Abc>(job, begin, end);
    case AnalyticFlow::Tornado:
        return flow_tile<AnalyticFlow::Tornado>(job, begin, end);
    case AnalyticFlow::DoubleGyre:
        return flow_tile<AnalyticFlow::DoubleGyre>(job, begin, end);
    case AnalyticFlow::TaylorGreen:
        return flow_tile<AnalyticFlow::TaylorGreen>(job, begin, end);
    }
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(analytic_tile);

void advance_analytic(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    HWY_DYNAMIC_DISPATCH(analytic_tile)(job, begin, end);
}

}  // namespace farfield::compute
#endif

// The lines of a block by the method that is asked for (per-target include).
#if defined(FARFIELD_LINE_METHODS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_METHODS_INL_H
#undef FARFIELD_LINE_METHODS_INL_H
#else
#define FARFIELD_LINE_METHODS_INL_H
#endif

#include "compute_node/kernels/line_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Traces the seeds [begin, end) of a job by its integrator, into `block`. Threads: one a block.
template <class Sampler, class Grid>
HWY_INLINE void trace_with(const LineJob& job, const Grid& grid, std::size_t begin, std::size_t end,
                           LineBlock& block)
{
    const LineQueue queue{job.field->slices(), job.suspended, begin, end};
    if (job.settings.integrator == Integrator::Rk4) {
        LineKernel<Sampler, Rk4>{job, Rk4{}, grid, queue, block}.run();
        return;
    }
    const Dopri5 dopri5{static_cast<float>(job.settings.absolute_tolerance),
                        static_cast<float>(job.settings.relative_tolerance)};
    LineKernel<Sampler, Dopri5>{job, dopri5, grid, queue, block}.run();
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

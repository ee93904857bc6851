#include "compute_node/lines/line_kernel.h"

#include "compute_node/fields/length_metric.h"

namespace farfield::compute {

namespace {

/// The kernel for a kind of grid.
struct KernelFor {
    bool is_on_sphere;

    LineKernelFunction operator()(AnalyticFlow) const { return trace_analytic; }
    LineKernelFunction operator()(const UniformGrid&) const { return trace_uniform; }
    LineKernelFunction operator()(const RectilinearGrid&) const
    {
        return is_on_sphere ? trace_sphere : trace_rectilinear;
    }
    LineKernelFunction operator()(const CurvilinearGrid&) const { return trace_curvilinear; }
    LineKernelFunction operator()(const SphericalGrid&) const { return trace_spherical; }
    LineKernelFunction operator()(const TetrahedralGrid&) const
    {
        return is_on_sphere ? trace_sphere_mesh : trace_tetrahedral;
    }
    LineKernelFunction operator()(const IsoparametricGrid&) const
    {
        return is_on_sphere ? trace_sphere_isoparametric : trace_isoparametric;
    }
};

}  // namespace

void trace_block(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    if (job.field->grid_changes()) return run_kernel(trace_changing, job, begin, end, block);
    const KernelFor kernel_for{LengthMetric{job.field->info()}.geographic};
    run_kernel(std::visit(kernel_for, job.field->grid()), job, begin, end, block);
}

void run_kernel(LineKernelFunction kernel, const LineJob& job, std::size_t begin, std::size_t end,
                LineBlock& block)
{
    block.first_seed = begin;
    block.lines.resize(end - begin);
    kernel(job, begin, end, block);
    if (job.suspended != nullptr)
        std::erase_if(*job.suspended, [](const SuspendedLine& line) { return line.done; });
}

}  // namespace farfield::compute

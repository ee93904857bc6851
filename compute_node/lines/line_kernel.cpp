#include "compute_node/lines/line_kernel.h"

#include "compute_node/fields/length_metric.h"

namespace farfield::compute {

namespace {

struct Trace {
    const LineJob& job;
    std::size_t begin, end;
    LineBlock& block;
    bool is_on_sphere;

    void operator()(AnalyticFlow) const { trace_analytic(job, begin, end, block); }
    void operator()(const UniformGrid&) const
    {
        (job.field->is_block() ? trace_uniform_block : trace_uniform)(job, begin, end, block);
    }
    void operator()(const RectilinearGrid&) const
    {
        const bool is_block = job.field->is_block();
        if (is_on_sphere)
            (is_block ? trace_sphere_block : trace_sphere)(job, begin, end, block);
        else
            (is_block ? trace_rectilinear_block : trace_rectilinear)(job, begin, end, block);
    }
    void operator()(const CurvilinearGrid&) const { trace_curvilinear(job, begin, end, block); }
    void operator()(const SphericalGrid&) const { trace_spherical(job, begin, end, block); }
    void operator()(const TetrahedralGrid&) const
    {
        (is_on_sphere ? trace_sphere_mesh : trace_tetrahedral)(job, begin, end, block);
    }
    void operator()(const IsoparametricGrid&) const
    {
        (is_on_sphere ? trace_sphere_isoparametric : trace_isoparametric)(job, begin, end, block);
    }
};

}  // namespace

void trace_block(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    block.first_seed = begin;
    block.lines.resize(end - begin);
    std::visit(Trace{job, begin, end, block, LengthMetric{job.field->info()}.geographic}, job.field->grid());
    if (job.waiting != nullptr)
        std::erase_if(*job.waiting, [](const WaitingLine& line) { return line.done; });
}

}  // namespace farfield::compute

#include "compute_node/lines/line_kernel.h"

namespace farfield::compute {

namespace {

struct Trace {
    const LineJob& job;
    std::size_t begin, end;
    LineBlock& block;

    void operator()(AnalyticFlow) const { trace_analytic(job, begin, end, block); }
    void operator()(const UniformGrid&) const
    {
        (job.field->is_block() ? trace_uniform_block : trace_uniform)(job, begin, end, block);
    }
    void operator()(const RectilinearGrid&) const
    {
        (job.field->is_block() ? trace_rectilinear_block : trace_rectilinear)(job, begin, end, block);
    }
    void operator()(const CurvilinearGrid&) const { trace_curvilinear(job, begin, end, block); }
    void operator()(const TetrahedralGrid&) const { trace_tetrahedral(job, begin, end, block); }
};

}  // namespace

void trace_block(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block)
{
    block.first_seed = begin;
    block.lines.resize(end - begin);
    std::visit(Trace{job, begin, end, block}, job.field->grid());
    if (job.waiting != nullptr)
        std::erase_if(*job.waiting, [](const WaitingLine& line) { return line.done; });
}

}  // namespace farfield::compute

#include "compute_node/particles/particle_kernel.h"

#include "compute_node/fields/length_metric.h"

#include <hwy/highway.h>

#include <bit>

namespace farfield::compute {

namespace {

struct Advance {
    const FrameJob& job;
    std::size_t begin, end;

    void operator()(AnalyticFlow) const { advance_analytic(job, begin, end); }
    void operator()(const UniformGrid&) const { advance_uniform(job, begin, end); }
    void operator()(const RectilinearGrid&) const { advance_rectilinear(job, begin, end); }
    void operator()(const CurvilinearGrid&) const { advance_curvilinear(job, begin, end); }
    void operator()(const SphericalGrid&) const { advance_on_sphere(job, begin, end); }
    void operator()(const TetrahedralGrid&) const { advance_tetrahedral(job, begin, end); }
    void operator()(const IsoparametricGrid&) const { advance_isoparametric(job, begin, end); }
};

}  // namespace

void advance_tile(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    if (job.field->grid_changes())
        advance_changing(job, begin, end);
    else if (LengthMetric{job.field->info()}.geographic)
        advance_on_sphere(job, begin, end);
    else
        std::visit(Advance{job, begin, end}, job.field->grid());
}

const char* kernel_target()
{
    const auto targets = static_cast<std::uint64_t>(hwy::SupportedTargets());
    const std::uint64_t best = targets & (~targets + 1);  // the lowest bit is the best target
    return hwy::TargetName(static_cast<std::int64_t>(best));
}

}  // namespace farfield::compute

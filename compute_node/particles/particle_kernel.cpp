#include "compute_node/particles/particle_kernel.h"

#include <hwy/highway.h>

#include <bit>

namespace farfield::compute {

namespace {

struct Advance {
    const FrameJob& job;
    std::size_t begin, end;

    std::size_t operator()(AnalyticFlow) const { return advance_analytic(job, begin, end); }
    std::size_t operator()(const UniformGrid&) const { return advance_uniform(job, begin, end); }
    std::size_t operator()(const RectilinearGrid&) const { return advance_rectilinear(job, begin, end); }
    std::size_t operator()(const CurvilinearGrid&) const { return advance_curvilinear(job, begin, end); }
    std::size_t operator()(const TetrahedralGrid&) const { return advance_tetrahedral(job, begin, end); }
};

}  // namespace

std::size_t advance_tile(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    return std::visit(Advance{job, begin, end}, job.field->grid());
}

const char* kernel_target()
{
    const auto targets = static_cast<std::uint64_t>(hwy::SupportedTargets());
    const std::uint64_t best = targets & (~targets + 1);  // the lowest bit is the best target
    return hwy::TargetName(static_cast<std::int64_t>(best));
}

}  // namespace farfield::compute

#include "compute_node/tomography/eikonal/travel_times.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/eikonal/batch_order.h"
#include "compute_node/tomography/eikonal/lane_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

namespace farfield::tomography {

void check_sources(const SlownessModel& model, std::span<const glm::dvec3> sources)
{
    for (std::size_t n = 0; n < sources.size(); ++n) {
        const glm::dvec3 at = sources[n];
        const std::string place = fmt::format("source {} at {:g},{:g},{:g}", n + 1, at.x, at.y, at.z);
        const glm::dvec3 low = model.lattice.origin, high = model.lattice.upper();
        if (!model.lattice.contains(at))
            throw std::runtime_error(fmt::format("{} is outside the box {:g},{:g},{:g},{:g},{:g},{:g}", place,
                                                 low.x, high.x, low.y, high.y, low.z, high.z));
        if (model.at(at) <= 0.0)
            throw std::runtime_error(
                fmt::format("{} is where no ray passes: all nodes around it are blanked", place));
    }
}

namespace {

/// Batches of the widest vectors, but narrower ones where there is a thread for each or memory is short.
/// Sources left over by full batches for all threads are shared out evenly: no thread waits for a batch.
struct Plan {
    std::size_t lanes = 4;
    int threads = 1;
    std::vector<std::size_t> begins;  ///< begin of each batch among the sources, and end of the last
};

std::vector<std::size_t> begins_of(std::size_t sources, std::size_t lanes, std::size_t threads)
{
    std::vector<std::size_t> begins{0};
    const std::size_t full = sources / lanes / threads * threads;
    while (begins.size() <= full) begins.push_back(begins.back() + lanes);
    const std::size_t rest = (sources - full * lanes + threads - 1) / threads;
    while (begins.back() < sources)
        begins.push_back(std::min(begins.back() + std::min(rest, lanes), sources));
    return begins;
}

std::size_t lanes_for(std::size_t sources, std::size_t threads)
{
    return std::clamp<std::size_t>(std::bit_ceil((sources + threads - 1) / threads), 4, vector_lanes());
}

Plan plan_for(const SlownessModel& model, std::size_t sources, const EikonalSettings& settings)
{
    const auto threads = static_cast<std::size_t>(thread_count(settings.threads));
    Plan plan;
    plan.lanes = lanes_for(sources, threads);
    const std::uint64_t limit = settings.max_bytes;
    const auto need = [&] { return LaneBatch::bytes(model.lattice, plan.lanes); };
    while (limit != 0 && plan.lanes > 4 && need() > limit) plan.lanes /= 2;
    if (limit != 0 && need() > limit)
        throw std::runtime_error(fmt::format(
            "travel times on {} x {} x {} nodes need {} bytes, expected at most {} (max_tomography_bytes)",
            model.lattice.nodes.x, model.lattice.nodes.y, model.lattice.nodes.z, need(), limit));
    const std::size_t batches = (sources + plan.lanes - 1) / plan.lanes;
    std::size_t team = std::clamp<std::size_t>(batches, 1, threads);
    if (limit != 0) team = std::min(team, static_cast<std::size_t>(limit / need()));
    plan.threads = static_cast<int>(team);
    plan.begins = begins_of(sources, plan.lanes, team);
    return plan;
}

}  // namespace

std::vector<std::size_t> batch_begins(std::size_t sources, std::size_t threads)
{
    return begins_of(sources, lanes_for(sources, threads), threads);
}

EikonalWork solve_travel_times(const SlownessModel& model, std::span<const glm::dvec3> sources,
                               const EikonalSettings& settings, const TakeField& take)
{
    if (sources.empty()) return {};
    check_sources(model, sources);
    const Plan plan = plan_for(model, sources.size(), settings);
    const std::vector<std::size_t> order = batch_order(model.lattice, sources);
    std::vector<std::unique_ptr<LaneBatch>> batches;
    batches.reserve(static_cast<std::size_t>(plan.threads));
    for (int n = 0; n < plan.threads; ++n)
        batches.push_back(std::make_unique<LaneBatch>(model, plan.lanes, settings.order));
    std::vector<std::uint8_t> marched(sources.size(), 0);
    EikonalWork work{{}, plan.begins.size() - 1, 0.0};
    const std::uint64_t nanoseconds = parallel_sum(
        static_cast<std::int64_t>(work.batches), plan.threads, [&](std::int64_t n) -> std::uint64_t {
            if (is_set(settings.cancelled)) return 0;
            const auto begin = std::chrono::steady_clock::now();
            const auto at = static_cast<std::size_t>(n);
            const std::span mine =
                std::span{order}.subspan(plan.begins[at], plan.begins[at + 1] - plan.begins[at]);
            std::vector<glm::dvec3> places;
            for (const std::size_t source : mine) places.push_back(sources[source]);
            LaneBatch& batch = *batches[static_cast<std::size_t>(omp_get_thread_num())];
            const std::uint32_t moving = batch.solve(places, settings.cancelled);
            for (std::size_t lane = 0; lane < mine.size() && !is_set(settings.cancelled); ++lane) {
                marched[mine[lane]] = static_cast<std::uint8_t>(moving >> lane & 1U);
                take(mine[lane], batch.field(lane));
            }
            return static_cast<std::uint64_t>(
                std::chrono::nanoseconds{std::chrono::steady_clock::now() - begin}.count());
        });
    for (std::size_t n = 0; n < marched.size(); ++n)
        if (marched[n] != 0) work.marched.push_back(n);
    work.seconds = 1e-9 * static_cast<double>(nanoseconds);
    return work;
}

}  // namespace farfield::tomography

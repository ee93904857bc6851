#include "compute_node/node/programs/surfaces/isosurface_plan.h"

#include "compute_node/support/parallel.h"

#include <algorithm>

namespace farfield::node {

namespace {

constexpr std::uint64_t quick_cells = 200'000;  ///< cells that a thread visits in some milliseconds
constexpr std::uint64_t cells_of_brick = 80;    ///< crossed by a surface, about: a plane crosses 64
constexpr std::uint64_t cells_of_run = 24;      ///< crossed cells of a run of 64 tetrahedra

/// Shares the parts that the limits allow among the values, by the bytes of their surfaces, one at least.
bool add_parts(const compute::PartLimits& limits, SurfaceAnswer& answer)
{
    const std::size_t values = answer.slabs.size(), more = std::max(limits.parts, values) - values;
    std::uint64_t bytes = 0;
    for (std::size_t value = 0; value < values; ++value) {
        const std::uint64_t own = compute::bytes_of(compute::count_of(answer.slabs[value]));
        const std::size_t share =
            1 + static_cast<std::size_t>(more * own / std::max<std::uint64_t>(answer.bytes, 1));
        const auto parts =
            compute::parts_of(answer.slabs[value], {limits.part_bytes, limits.all_bytes, share});
        if (!parts) return false;
        for (const compute::SurfacePart& part : *parts) {
            answer.parts.push_back({value, part});
            bytes += compute::bytes_of(part.count);
        }
    }
    return bytes <= limits.all_bytes;
}

}  // namespace

double IsosurfacePlan::time_of(std::uint64_t answer) const
{
    const std::vector<double>& times = values->times();
    const double begin = params.time.value_or(times.empty() ? 0.0 : times.front());
    return time_of_answer(times, begin, params.time_step, answer);
}

compute::CutRequest IsosurfacePlan::request(const compute::ScalarField& field, std::size_t value, int threads,
                                            const std::atomic<bool>* cancel) const
{
    return {.field = field,
            .value = static_cast<float>(params.values[value]),
            .region = region,
            .threads = threads,
            .cancelled = cancel};
}

std::optional<SurfaceAnswer> count_answer(const IsosurfacePlan& plan, std::uint64_t answer, unsigned level,
                                          compute::IsosurfaceCutter& cutter, int threads,
                                          const std::atomic<bool>* cancel)
{
    const compute::ScalarField& field = plan.values->at(plan.time_of(answer)).at(level);
    SurfaceAnswer counted{.level = level, .slabs = {}, .parts = {}, .count = {}};
    for (std::size_t value = 0; value < plan.params.values.size(); ++value) {
        counted.slabs.push_back(cutter.count(plan.request(field, value, threads, cancel)));
        if (is_set(cancel)) return std::nullopt;
        counted.count += compute::count_of(counted.slabs.back());
        counted.bytes += compute::bytes_of(compute::count_of(counted.slabs.back()));
    }
    counted.fits = counted.bytes <= plan.limits.all_bytes && add_parts(plan.limits, counted);
    if (!counted.fits) counted.parts.clear();
    return counted;
}

unsigned quick_level(const IsosurfacePlan& plan, std::uint64_t answer, int threads)
{
    const compute::ScalarLevels& levels = plan.values->at(plan.time_of(answer));
    const std::uint64_t cells_each = levels.finest().grid->is_mesh() ? cells_of_run : cells_of_brick;
    std::uint64_t cells = 0;
    for (const double value : plan.params.values)
        for (const compute::Bricks& bricks : levels.finest().bricks)
            for (std::size_t brick = 0; brick < bricks.size(); ++brick)
                if (compute::straddles(bricks, brick, static_cast<float>(value))) cells += cells_each;
    unsigned level = 0;
    while (cells > quick_cells * static_cast<std::uint64_t>(thread_count(threads)) &&
           level < levels.grid()->coarsest()) {
        cells /= 4;
        ++level;
    }
    return level;
}

void expect_fit(const IsosurfacePlan& plan, const SurfaceAnswer& answer)
{
    if (answer.fits) return;
    if (answer.bytes > plan.limits.all_bytes)
        throw model::LimitError("max_surface_bytes", plan.limits.all_bytes, answer.bytes);
    std::uint64_t largest = 0;  // bytes of the largest slab: each part has at least one
    for (const auto& slabs : answer.slabs)
        for (const compute::SlabCount& slab : slabs)
            largest = std::max(largest, compute::bytes_of(compute::count_of({&slab, 1})));
    if (largest > plan.limits.part_bytes)
        throw model::LimitError("slot_bytes", plan.limits.part_bytes, largest);
    throw model::LimitError("parts", plan.limits.parts, plan.limits.parts + 1);
}

}  // namespace farfield::node

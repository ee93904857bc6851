#include "bench/node/suites.h"
#include "bench/node/trace_fields.h"
#include "compute_node/lines/line_tracer.h"
#include "compute_node/particles/particle_system.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

constexpr int seeds_per_axis = 46;
constexpr int runs = 5;

struct alignas(16) AlignedFloats {
    float xyzs[4];
};

compute::LineSettings ends_of_200_steps()
{
    compute::LineSettings settings;
    settings.step = 0.01;
    settings.max_steps = 200;
    settings.keep_points = false;
    return settings;
}

/// Million steps a second.
double speed_of(const compute::LineTracer& tracer, const compute::LineSeeds& seeds)
{
    std::uint64_t steps = 0;
    const auto begin = std::chrono::steady_clock::now();
    tracer.trace(seeds, [&steps](const compute::LineBlock&, const compute::TraceProgress& progress) {
        steps = progress.steps;
    });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(steps) / seconds.count() / 1e6;
}

/// Measures one rank and all of them in turn, so that both meet the same machine.
void compare(compute::Ranks& ranks, const std::string& name, const compute::Field& field,
             std::vector<model::Figure>& figures)
{
    const compute::LineSeeds seeds = cell_seeds(seeds_per_axis);
    const std::shared_ptr<const compute::Field> shared = ranks.share(field);
    const compute::LineTracer alone{shared, ends_of_200_steps(), 1};
    const compute::LineTracer together{shared, ends_of_200_steps(), compute::Resources{1, &ranks}};
    std::vector<double> one, all, ratio;
    for (int run = 0; run <= runs; ++run) {
        const double speed_alone = speed_of(alone, seeds), speed_together = speed_of(together, seeds);
        if (run == 0) continue;  // warms up
        one.push_back(speed_alone);
        all.push_back(speed_together);
        ratio.push_back(speed_together / speed_alone);
    }
    const std::string full_name = fmt::format("trace.{}.{}", name, seeds.size());
    figures.push_back(model::figure_of(full_name + ".ranks1", "Msteps/s", one));
    figures.push_back(model::figure_of(fmt::format("{}.ranks{}", full_name, ranks.size()), "Msteps/s", all));
    figures.push_back(
        model::figure_of(fmt::format("{}.ranks{}_over_ranks1", full_name, ranks.size()), "ratio", ratio));
}

/// Seconds for eight frames of a program, made at once.
double seconds_for_frames(compute::ParticleSystem& particles, std::vector<std::vector<AlignedFloats>>& rows)
{
    std::vector<std::span<std::byte>> outputs;
    outputs.reserve(rows.size());
    for (auto& row : rows) outputs.push_back(std::as_writable_bytes(std::span{row}));
    const auto begin = std::chrono::steady_clock::now();
    (void)particles.write_frames(outputs, compute::ByteOrder::Big);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Measures frames of particles by one rank of one thread and by all ranks, in turn.
void compare_frames(compute::Ranks& ranks, const std::string& name, const compute::Field& field,
                    std::uint32_t particles, std::vector<model::Figure>& figures)
{
    const std::shared_ptr<const compute::Field> shared = ranks.share(field);
    compute::ParticleSettings settings;
    settings.threads = 1;
    settings.steps_per_frame = 4;
    const std::vector<model::Rake> rakes{
        {model::LineRake{{1.0, 1.5, 2.0}, {5.0, 4.5, 4.0}, particles / 100}, 100}};
    compute::ParticleSystem alone{shared, rakes, settings}, together{shared, rakes, settings, {}, &ranks};
    std::vector<std::vector<AlignedFloats>> rows(8, std::vector<AlignedFloats>(particles));
    std::vector<double> one, all, ratio;
    for (int run = 0; run <= 25 + runs; ++run) {
        const double seconds_alone = seconds_for_frames(alone, rows);
        const double seconds_together = seconds_for_frames(together, rows);
        if (run <= 25) continue;  // until all particles are released
        one.push_back(8.0 / seconds_alone);
        all.push_back(8.0 / seconds_together);
        ratio.push_back(seconds_alone / seconds_together);
    }
    const std::string full_name = fmt::format("trace.frames.{}.{}", name, particles);
    figures.push_back(model::figure_of(full_name + ".ranks1", "frames/s", one));
    figures.push_back(model::figure_of(fmt::format("{}.ranks{}", full_name, ranks.size()), "frames/s", all));
    figures.push_back(
        model::figure_of(fmt::format("{}.ranks{}_over_ranks1", full_name, ranks.size()), "ratio", ratio));
}

}  // namespace

model::Suite bench_trace_ranks(compute::Ranks& ranks)
{
    model::Suite suite{"trace", {}};
    compare(ranks, "cell.128", *uniform_cell(128), suite.figures);
    compare(ranks, "cell.256", *uniform_cell(256), suite.figures);
    compare(ranks, "unsteady.64", *unsteady_cell(64), suite.figures);
    compare(ranks, "curvilinear.128", *curvilinear_cell(128), suite.figures);
    compare(ranks, "unstructured.64", *tetrahedral_cell(64), suite.figures);
    compare_frames(ranks, "cell.128", *uniform_cell(128), 1'000'000, suite.figures);
    compare_frames(ranks, "curvilinear.128", *curvilinear_cell(128), 1'000'000, suite.figures);
    return suite;
}

}  // namespace farfield::node

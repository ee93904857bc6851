#include "compute_node/bench/suites.h"
#include "compute_node/bench/trace_fields.h"
#include "compute_node/bench/trace_reference.h"
#include "compute_node/bench/workload.h"
#include "compute_node/lines/line_tracer.h"

#include <glm/geometric.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <thread>

namespace farfield::compute {

namespace {

constexpr int many = 46, few = 22;  // seeds along each axis
constexpr double step = 0.01;
constexpr std::uint32_t steps = 200;
constexpr int runs = 5;

/// One thread, two, and all there are.
std::set<int> thread_counts()
{
    return {1, 2, std::max(1, static_cast<int>(std::thread::hardware_concurrency()))};
}

LineSettings ends_only(Integrator integrator)
{
    LineSettings settings;
    settings.integrator = integrator;
    settings.step = step;
    settings.max_steps = steps;
    settings.keep_points = false;
    if (integrator == Integrator::Dopri5) {
        settings.max_time = step * steps;
        settings.max_steps = max_line_steps;
        settings.absolute_tolerance = 1e-6;
        settings.relative_tolerance = 0.0;
    }
    return settings;
}

/// The last points of all lines, and how many steps that took.
struct Ends {
    std::vector<glm::dvec3> points;
    std::uint64_t steps = 0;
};

Ends trace_ends(const LineTracer& tracer, const LineSeeds& seeds)
{
    Ends ends;
    ends.points.reserve(seeds.size());
    tracer.trace(seeds, [&ends](const LineBlock& block, const TraceProgress& progress) {
        for (const Line& line : block.lines) ends.points.emplace_back(block.points[line.first_point]);
        ends.steps = progress.steps;
    });
    return ends;
}

Figure speed_of(const std::string& name, const std::shared_ptr<const Field>& field, const LineSeeds& seeds,
                int threads, Integrator integrator = Integrator::Rk4)
{
    const LineTracer tracer{field, ends_only(integrator), threads};
    std::vector<double> speeds;
    for (int run = 0; run <= runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        const Ends ends = trace_ends(tracer, seeds);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (run > 0) speeds.push_back(static_cast<double>(ends.steps) / seconds / 1e6);  // the first warms up
    }
    return figure_of(fmt::format("{}.threads{}", name, threads), "Msteps/s", speeds);
}

/// The program `particles` writing every step as a frame.
Figure frames_of(int threads)
{
    ParticleSystem particles = standard_workload(threads, 1);
    FrameRoom room{particles.frame_bytes()};
    seconds_for(particles, room, ByteOrder::Big, 1);
    const double million_steps = static_cast<double>(particles.particles()) * steps / 1e6;
    std::vector<double> speeds;
    for (int run = 0; run < runs; ++run)
        speeds.push_back(million_steps / seconds_for(particles, room, ByteOrder::Big, steps));
    return figure_of(fmt::format("trace.cell.128.{}.frames.threads{}", particles.particles(), threads),
                     "Msteps/s", speeds);
}

Figure error_of(const std::string& name, const std::shared_ptr<const Field>& field, const LineSeeds& seeds)
{
    const Ends ends = trace_ends(LineTracer{field, ends_only(Integrator::Rk4)}, seeds);
    const std::vector<glm::dvec3> exact = reference_ends(*field, seeds, step, static_cast<int>(steps));
    double largest = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i)
        largest = std::max(largest, glm::distance(ends.points[i], exact[i]));
    return figure_of(name + ".error", "length", std::vector{largest});
}

void add_uniform(int n, int m, std::vector<Figure>& figures)
{
    const auto field = uniform_cell(n);
    const LineSeeds seeds = cell_seeds(m);
    const std::string name = fmt::format("trace.cell.{}.{}", n, seeds.size());
    for (const int threads : thread_counts()) figures.push_back(speed_of(name, field, seeds, threads));
    figures.push_back(error_of(name, field, seeds));
}

/// The most memory that the program has held so far.
double peak_mebibytes()
{
    std::ifstream status{"/proc/self/status"};
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024.0;
    return 0.0;
}

}  // namespace

Suite bench_trace()
{
    Suite suite{"trace", {}};
    std::vector<Figure>& figures = suite.figures;
    for (const int n : {128, 256})
        for (const int m : {many, few}) add_uniform(n, m, figures);
    const LineSeeds seeds = cell_seeds(many);
    const auto add = [&](const char* name, int n, const std::shared_ptr<const Field>& field,
                         Integrator integrator) {
        for (const int threads : thread_counts())
            figures.push_back(speed_of(fmt::format("trace.{}.{}.{}", name, n, seeds.size()), field, seeds,
                                       threads, integrator));
    };
    for (const int threads : thread_counts()) figures.push_back(frames_of(threads));
    add("adaptive", 128, uniform_cell(128), Integrator::Dopri5);
    add("unsteady", 64, unsteady_cell(64), Integrator::Rk4);
    add("curvilinear", 128, curvilinear_cell(128), Integrator::Rk4);
    add("unstructured", 64, tetrahedral_cell(64), Integrator::Rk4);
    figures.push_back(figure_of("trace.memory", "MiB", std::vector{peak_mebibytes()}));
    return suite;
}

}  // namespace farfield::compute

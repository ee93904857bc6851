#include "bench/node/suites.h"
#include "bench/node/trace_fields.h"
#include "bench/node/workload.h"
#include "compute_node/fields/field.h"
#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_tracer.h"
#include "compute_node/support/parallel.h"

#include <glm/geometric.hpp>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

const glm::dvec3 nowhere{std::numeric_limits<double>::quiet_NaN()};

glm::dvec3 velocity_at(const compute::UniformGrid& grid, const FixedArray<compute::Node>& nodes, glm::dvec3 p)
{
    const glm::dvec3 q = (p - glm::dvec3{grid.origin}) * glm::dvec3{grid.inverse_spacing};
    for (int axis = 0; axis < 3; ++axis)
        if (!(q[axis] >= 0.0 && q[axis] <= grid.dims[axis] - 1)) return nowhere;
    const glm::ivec3 cell = glm::min(glm::ivec3{glm::floor(q)}, grid.dims - 2);
    const glm::dvec3 f = q - glm::dvec3{cell};
    glm::dvec3 sum{0.0};
    for (int corner = 0; corner < 8; ++corner) {
        const glm::ivec3 side{corner & 1, corner >> 1 & 1, corner >> 2};
        const glm::dvec3 weight = glm::mix(1.0 - f, f, glm::dvec3{side});
        sum +=
            weight.x * weight.y * weight.z * glm::dvec3{nodes[compute::node_index(grid.dims, cell + side)]};
    }
    return sum;
}

/// End points of RK4 from the seeds in a uniform grid's nodes (binary32), with all else in binary64: the
/// reference for the tracer's own rounding. NaN for a seed with a line that leaves.
std::vector<glm::dvec3> reference_ends(const compute::Field& field, const compute::LineSeeds& seeds,
                                       double step, int steps)
{
    const auto& grid = std::get<compute::UniformGrid>(field.grid());
    std::vector<glm::dvec3> ends(seeds.size());
    parallel_sum(static_cast<std::int64_t>(seeds.size()), 0, [&](std::int64_t i) {
        glm::dvec3 p{seeds.x[i], seeds.y[i], seeds.z[i]};
        const auto v = [&](glm::dvec3 at) { return velocity_at(grid, field.nodes(), at); };
        for (int n = 0; n < steps; ++n) {
            const glm::dvec3 k1 = v(p), k2 = v(p + 0.5 * step * k1), k3 = v(p + 0.5 * step * k2);
            p += step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + v(p + step * k3));
        }
        ends[i] = p;
        return 0;
    });
    return ends;
}

constexpr int many = 46, few = 22;  // seeds along each axis
constexpr double step = 0.01;
constexpr std::uint32_t steps = 200;
constexpr int runs = 5;
constexpr int particle_seeds = 100;  // along each axis, of a million particles

/// Numbers of threads to measure: one, two, and all there are.
std::set<int> thread_counts()
{
    return {1, 2, std::max(1, static_cast<int>(std::thread::hardware_concurrency()))};
}

compute::LineSettings ends_only(compute::Integrator integrator)
{
    compute::LineSettings settings;
    settings.integrator = integrator;
    settings.step = step;
    settings.max_steps = steps;
    settings.keep_points = false;
    if (integrator == compute::Integrator::Dopri5) {
        settings.max_time = step * steps;
        settings.max_steps = compute::max_line_steps;
        settings.absolute_tolerance = 1e-6;
        settings.relative_tolerance = 0.0;
    }
    return settings;
}

/// The last points of all lines, and the number of their steps.
struct Ends {
    std::vector<glm::dvec3> points;
    std::uint64_t steps = 0;
};

Ends trace_ends(const compute::LineTracer& tracer, const compute::LineSeeds& seeds)
{
    Ends ends;
    ends.points.reserve(seeds.size());
    tracer.trace(seeds, [&ends](const compute::LineBlock& block, const compute::TraceProgress& progress) {
        for (const compute::Line& line : block.lines)
            ends.points.emplace_back(block.points[line.first_point]);
        ends.steps = progress.steps;
    });
    return ends;
}

model::Figure speed_of(const std::string& name, const std::shared_ptr<const compute::Field>& field,
                       const compute::LineSeeds& seeds, int threads, compute::Integrator integrator)
{
    const compute::LineTracer tracer{field, ends_only(integrator), threads};
    std::vector<double> speeds;
    for (int run = 0; run <= runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        const Ends ends = trace_ends(tracer, seeds);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (run > 0) speeds.push_back(static_cast<double>(ends.steps) / seconds / 1e6);  // the first warms up
    }
    return model::figure_of(fmt::format("{}.threads{}", name, threads), "Msteps/s", speeds);
}

std::string frames_name(int seeds_per_axis, int threads)
{
    return fmt::format("trace.cell.128.{}.frames.threads{}", seeds_per_axis * seeds_per_axis * seeds_per_axis,
                       threads);
}

/// Speed of the program `particles` that writes every step as a frame, frames_at_once at a time.
model::Figure frames_of(int seeds_per_axis, std::size_t frames_at_once, int threads)
{
    compute::ParticleSystem particles =
        standard_workload(threads, 1, static_cast<std::uint32_t>(seeds_per_axis));
    const FrameRoom room{particles.frame_bytes(), frames_at_once};
    seconds_for(particles, room, compute::ByteOrder::Big, frames_at_once);
    const double million_steps = static_cast<double>(particles.particles()) * steps / 1e6;
    std::vector<double> speeds;
    speeds.reserve(runs);
    for (int run = 0; run < runs; ++run)
        speeds.push_back(million_steps / seconds_for(particles, room, compute::ByteOrder::Big, steps));
    return model::figure_of(frames_name(seeds_per_axis, threads), "Msteps/s", speeds);
}

model::Figure error_of(const std::string& name, const std::shared_ptr<const compute::Field>& field,
                       const compute::LineSeeds& seeds)
{
    const Ends ends = trace_ends(compute::LineTracer{field, ends_only(compute::Integrator::Rk4)}, seeds);
    const std::vector<glm::dvec3> exact = reference_ends(*field, seeds, step, static_cast<int>(steps));
    double largest = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i)
        largest = std::max(largest, glm::distance(ends.points[i], exact[i]));
    return model::figure_of(name + ".error", "length", std::vector{largest});
}

constexpr const char* far_name = "trace.origin.utm_over_zero";

/// Speed at which lines are traced, in steps a second.
double rate_of(const compute::LineTracer& tracer, const compute::LineSeeds& seeds)
{
    const auto begin = std::chrono::steady_clock::now();
    const Ends ends = trace_ends(tracer, seeds);
    return static_cast<double>(ends.steps) /
           std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Time for a mesh at coordinates of a map over that for the same at 0, in turns: the cost of the origin.
model::Figure far_over_near()
{
    constexpr int n = 48;
    const glm::dvec3 shift{500000.0, 5000000.0, 300.0};
    const auto near_field = tetrahedral_cell(n), far_field = tetrahedral_cell_at(n, shift);
    const compute::LineSeeds seeds = cell_seeds(few);
    compute::LineSeeds far_seeds;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        const glm::dvec3 place{seeds.x[i], seeds.y[i], seeds.z[i]};
        far_seeds.add({far_field->info().relative(place + shift), 0.0F});
    }
    const compute::LineSettings settings = ends_only(compute::Integrator::Rk4);
    const compute::LineTracer near_tracer{near_field, settings, 1}, far_tracer{far_field, settings, 1};
    std::vector<double> ratios;
    for (int run = 0; run <= runs; ++run) {
        const double near_rate = rate_of(near_tracer, seeds), far_rate = rate_of(far_tracer, far_seeds);
        if (run > 0) ratios.push_back(far_rate / near_rate);  // the first warms up
    }
    return model::figure_of(far_name, "ratio", ratios);
}

/// A field, the lines traced through it, and the settings.
struct Case {
    const char* flow = "";
    int n = 0;  ///< nodes along each axis
    std::shared_ptr<const compute::Field> (*make)(int n) = nullptr;
    int m = many;  ///< seeds along each axis
    compute::Integrator integrator = compute::Integrator::Rk4;
    bool has_reference = false;
};

constexpr std::array cases{
    Case{"cell", 128, uniform_cell, many, compute::Integrator::Rk4, true},
    Case{"cell", 128, uniform_cell, few, compute::Integrator::Rk4, true},
    Case{"cell", 256, uniform_cell, many, compute::Integrator::Rk4, true},
    Case{"cell", 256, uniform_cell, few, compute::Integrator::Rk4, true},
    Case{"adaptive", 128, uniform_cell, many, compute::Integrator::Dopri5},
    Case{"unsteady", 64, unsteady_cell},
    Case{"curvilinear", 128, curvilinear_cell},
    Case{"unstructured", 64, tetrahedral_cell},
    Case{"hexahedra", 64, hexahedral_cell},
};

std::string name_of(const Case& measured)
{
    return fmt::format("trace.{}.{}.{}", measured.flow, measured.n, measured.m * measured.m * measured.m);
}

std::string all_names()
{
    std::string names;
    for (const Case& measured : cases) names += name_of(measured) + ", ";
    return names + "each with .threads1 or .threads2 behind it, " + far_name + ", and " +
           frames_name(many, 1) + " and " + frames_name(particle_seeds, 1);
}

/// Adds those figures of a case with names that begin with `only`.
void measure(const Case& measured, const std::string& only, std::vector<model::Figure>& figures)
{
    const std::string name = name_of(measured);
    std::vector<int> threads;
    for (const int count : thread_counts())
        if (fmt::format("{}.threads{}", name, count).starts_with(only)) threads.push_back(count);
    const bool with_error = measured.has_reference && (name + ".error").starts_with(only);
    if (threads.empty() && !with_error) return;
    const std::shared_ptr<const compute::Field> field = measured.make(measured.n);
    const compute::LineSeeds seeds = cell_seeds(measured.m);
    for (const int count : threads)
        figures.push_back(speed_of(name, field, seeds, count, measured.integrator));
    if (with_error) figures.push_back(error_of(name, field, seeds));
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

model::Suite bench_trace(const std::string& only)
{
    model::Suite suite{"trace", {}};
    std::vector<model::Figure>& figures = suite.figures;
    for (const Case& measured : cases) measure(measured, only, figures);
    if (std::string_view{far_name}.starts_with(only)) figures.push_back(far_over_near());
    for (const auto& [seeds_per_axis, frames_at_once] : {std::pair{many, 50}, std::pair{particle_seeds, 8}})
        for (const int threads : thread_counts())
            if (frames_name(seeds_per_axis, threads).starts_with(only))
                figures.push_back(frames_of(seeds_per_axis, frames_at_once, threads));
    if (figures.empty())
        throw std::runtime_error(
            fmt::format("--only: no figure's name begins with '{}'; there are {}", only, all_names()));
    if (only.empty())
        figures.push_back(model::figure_of("trace.memory", "MiB", std::vector{peak_mebibytes()}));
    return suite;
}

}  // namespace farfield::node

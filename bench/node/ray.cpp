#include "bench/node/ray_walk.h"
#include "bench/node/suites.h"
#include "compute_node/support/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace farfield::node {

namespace {

constexpr std::uint32_t posts = 1000;  // posts along each axis
constexpr std::int32_t post_height = 500 * 65536, ray_height = 1000 * 65536;
constexpr std::size_t rays = 50'000;
constexpr std::uint64_t all_steps = 50'000'000;  // 500 * 65536 / 32768 = 1000 of each ray
constexpr int runs = 15;
// Rays of the piece that a free thread takes next: a hundredth of the work, whole vectors of any width.
constexpr std::size_t rays_per_piece = 512;

/// Returns the value, as if it came from outside. The compiler must not see that all rays and all heights are
/// alike: it could walk one ray for all of them, or work out where it ends.
template <class Integer>
Integer unforeseen(Integer value)
{
    const volatile Integer memory = value;
    return memory;
}

struct Workload {
    RasterTerrain raster;
    BlockedTerrain blocked;
    std::vector<FixedPlace> rays;
};

Workload workload_of_1997()
{
    Workload work;
    work.raster.posts_n = posts;
    work.raster.heights.resize(static_cast<std::size_t>(posts) * posts);
    for (std::int32_t& height : work.raster.heights) height = unforeseen(post_height);
    work.blocked = in_blocks(work.raster);
    work.rays.resize(rays);
    for (FixedPlace& ray : work.rays) ray = {unforeseen(0U), unforeseen(0U), unforeseen(ray_height)};
    return work;
}

using Rays = std::span<const FixedPlace>;

/// A layout, and how rays walk over it.
struct Form {
    const char* name = "";
    std::uint64_t (*walk)(const Workload& work, Rays rays) = nullptr;
};

constexpr std::array forms{
    Form{"raster", [](const Workload& work, Rays some) { return walk_raster(work.raster, some); }},
    Form{"blocked", [](const Workload& work, Rays some) { return walk_blocked(work.blocked, some); }},
    Form{"vector", [](const Workload& work, Rays some) { return walk_vector(work.raster, some); }}};
constexpr std::size_t raster_form = 0, vector_form = 2;

/// Seconds that a layout's rays take. Throws std::runtime_error when their steps are not exactly all_steps.
double seconds_for(const Workload& work, const Form& form, int threads)
{
    const Rays all{work.rays};
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t steps =
        parallel_sum((rays + rays_per_piece - 1) / rays_per_piece, threads, [&](std::int64_t piece) {
            const std::size_t first = static_cast<std::size_t>(piece) * rays_per_piece;
            return form.walk(work, all.subspan(first, std::min(rays_per_piece, rays - first)));
        });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (steps != all_steps)
        throw std::runtime_error(fmt::format("bench ray: expected {} steps of the form '{}', it took {}",
                                             all_steps, form.name, steps));
    return seconds.count();
}

/// Seconds, [run] of each form.
using Samples = std::array<std::vector<double>, forms.size()>;

/// Measures all forms in turns, so that they meet the same machine.
Samples measure(const Workload& work, int threads)
{
    Samples samples;
    for (int run = 0; run <= runs; ++run)
        for (std::size_t form = 0; form < forms.size(); ++form) {
            const double seconds = seconds_for(work, forms[form], threads);
            if (run > 0) samples[form].push_back(seconds);  // the first warms up
        }
    return samples;
}

/// Seconds of the benchmark that stand, by the thesis's rule, for one view of 256 x 256 a second.
constexpr double seconds_of_one_frame = 20.0;

double predicted_frames(double seconds)
{
    return seconds_of_one_frame / seconds;
}

model::Figure frames_predicted(const std::vector<double>& seconds)
{
    std::vector<double> frames;
    frames.reserve(seconds.size());
    for (const double each : seconds) frames.push_back(predicted_frames(each));
    return model::figure_of("ray.thesis.frames_predicted", "frames/s", frames);
}

/// The thesis's table with this machine's seconds, the frames that the rule predicts, and those measured.
std::string thesis_table(const model::Figure& here, double measured_frames)
{
    std::string text =
        fmt::format("  {:<36}{:>12}{:>12}{:>12}\n", "Decato 1997", "seconds", "predicted", "measured");
    const auto add = [&text](const std::string& machine, double seconds, const std::string& measured) {
        text += fmt::format("  {:<36}{:>12.4g}{:>12.4g}{:>12}\n", machine, seconds, predicted_frames(seconds),
                            measured);
    };
    add("Pentium 90", 40.0, "");
    add("dual Pentium Pro", 1.25, "");
    add("here, " + here.name, here.median, fmt::format("{:.4g}", measured_frames));
    return text +
           fmt::format("  frames/s of 256 x 256: predicted by the thesis's rule ({} s are 1 frame/s), and "
                       "measured (exact, fractal terrain of 1024 x 1024 posts, camera low)\n",
                       seconds_of_one_frame);
}

void add_figures(int threads, const Samples& samples, std::vector<model::Figure>& figures)
{
    for (std::size_t form = 0; form < forms.size(); ++form)
        figures.push_back(
            model::figure_of(fmt::format("ray.{}.threads{}", forms[form].name, threads), "s", samples[form]));
    std::vector<double> ratios;
    ratios.reserve(runs);
    for (int run = 0; run < runs; ++run)
        ratios.push_back(samples[raster_form][run] / samples[vector_form][run]);
    figures.push_back(
        model::figure_of(fmt::format("ray.vector_over_raster.threads{}", threads), "ratio", ratios));
}

}  // namespace

model::Suite bench_ray()
{
    const Workload work = workload_of_1997();
    const int all_threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    model::Suite suite{"ray", {}};
    for (const int threads : std::set{1, all_threads}) {
        const Samples samples = measure(work, threads);
        add_figures(threads, samples, suite.figures);
        if (threads != all_threads) continue;
        const std::vector<double>& raster = samples[raster_form];
        suite.figures.push_back(frames_predicted(raster));
        const model::Figure measured =
            model::figure_of("ray.thesis.frames_measured", "frames/s", small_view_rates());
        suite.figures.push_back(measured);
        suite.notes = thesis_table(
            model::figure_of(fmt::format("ray.raster.threads{}", threads), "s", raster), measured.median);
    }
    return suite;
}

}  // namespace farfield::node

#pragma once

#include "bench/display/display_benchmark.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

/// Comparison of two programs that draw the same picture.
namespace farfield::render {

/// The frame rates of both sides in one run.
struct PictureRates {
    double ours = 0.0;  ///< frames a second
    double bare = 0.0;
};

template <typename Side>
[[nodiscard]] double seconds_of_frame(Side& side)
{
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    side.frame();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Draws frames of both sides in turn, so that changes of the machine's speed favour neither; at least three.
template <typename Ours, typename Bare>
[[nodiscard]] PictureRates rates_of_run(Ours& ours, Bare& bare, double least_seconds)
{
    constexpr int least_frames = 3;
    double our_seconds = 0.0;
    double bare_seconds = 0.0;
    int frames = 0;
    for (; frames < least_frames || our_seconds < least_seconds; ++frames) {
        our_seconds += seconds_of_frame(ours);
        bare_seconds += seconds_of_frame(bare);
    }
    return {.ours = frames / our_seconds, .bare = frames / bare_seconds};
}

/// The figure of one value per run. values: of at least one run.
[[nodiscard]] inline DisplayFigure display_figure(std::string name, std::string unit,
                                                  std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
    return {.name = std::move(name),
            .unit = std::move(unit),
            .median = median,
            .min = values.front(),
            .max = values.back(),
            .runs = static_cast<int>(values.size())};
}

/// Adds the figures `name`, `name`.bare and `name` with `over` appended, which is the ratio ours / bare.
template <typename Ours, typename Bare>
void compare_sides(Ours& ours, Bare& bare, const std::string& name, const std::string& over, int runs,
                   double seconds_per_run, std::vector<DisplayFigure>& figures)
{
    (void)rates_of_run(ours, bare, 0.0);  // shaders are compiled at the first draws
    std::vector<double> our_rates, bare_rates, ratios;
    for (int run = 0; run < runs; ++run) {
        const PictureRates rates = rates_of_run(ours, bare, seconds_per_run);
        our_rates.push_back(rates.ours);
        bare_rates.push_back(rates.bare);
        ratios.push_back(rates.ours / rates.bare);
    }
    figures.push_back(display_figure(name, "frames/s", std::move(our_rates)));
    figures.push_back(display_figure(name + ".bare", "frames/s", std::move(bare_rates)));
    figures.push_back(display_figure(name + over, "ratio", std::move(ratios)));
}

}  // namespace farfield::render

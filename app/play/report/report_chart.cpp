#include "app/play/report/report_chart.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "model/figures/statistics.h"
#include "model/report/chart.h"

namespace farfield::app {
namespace {

constexpr double width = 960.0;
constexpr std::size_t max_bars = 240;

/// Groups of neighbouring frames that share a bar: equal groups, as small as fit.
std::vector<std::span<const FrameRecord>> bars_of(std::span<const FrameRecord> frames)
{
    std::vector<std::span<const FrameRecord>> bars;
    const std::size_t share = (frames.size() + max_bars - 1) / max_bars;
    for (std::size_t first = 0; first < frames.size(); first += share)
        bars.push_back(frames.subspan(first, std::min(share, frames.size() - first)));
    return bars;
}

double mean(std::span<const FrameRecord> frames, double FrameRecord::*member)
{
    double sum = 0.0;
    for (const auto& frame : frames) sum += frame.*member;
    return sum / static_cast<double>(frames.size());
}

/// End of an axis: just above nearly all bars, so that one outlier does not flatten the rest.
double axis_end(std::vector<double> values)
{
    std::ranges::sort(values);
    return std::max(1e-3, std::min(values.back(), 1.5 * model::quantile(values, 0.98)) * 1.05);
}

}  // namespace

std::string stage_chart(std::span<const FrameRecord> frames)
{
    if (frames.empty()) return {};
    const auto groups = bars_of(frames);
    std::vector<model::ChartBar> bars;
    std::vector<double> sums;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::uint64_t end =
            i + 1 < groups.size() ? groups[i + 1].front().sequence : frames.back().sequence + 1;
        model::ChartBar bar{static_cast<double>(groups[i].front().sequence), static_cast<double>(end), {}};
        for (const auto& part : frame_parts) bar.parts.push_back(mean(groups[i], part.milliseconds));
        sums.push_back(std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0));
        bars.push_back(std::move(bar));
    }
    return model::bar_chart({.x = {"frame"},
                             .y = {.title = "ms", .high = axis_end(sums)},
                             .label = "time of each frame by stage, in milliseconds",
                             .width = width},
                            bars);
}

std::string rate_chart(std::span<const FrameRecord> frames)
{
    if (frames.size() < 2) return {};
    std::vector<glm::dvec2> points;
    std::vector<double> rates;
    double begin_ms = frames.front().at_ms;
    for (const auto bar : bars_of(frames.subspan(1))) {
        const double end_ms = bar.back().at_ms;
        if (end_ms > begin_ms) {
            rates.push_back(static_cast<double>(bar.size()) * 1e3 / (end_ms - begin_ms));
            points.emplace_back(0.5e-3 * (begin_ms + end_ms), rates.back());
        }
        begin_ms = end_ms;
    }
    if (rates.empty()) return {};
    return model::line_chart({.x = {"seconds"},
                              .y = {.title = "frames/s", .low = 0.0, .high = axis_end(rates)},
                              .label = "drawn frames a second",
                              .width = width,
                              .has_dots = false},
                             points);
}

}  // namespace farfield::app

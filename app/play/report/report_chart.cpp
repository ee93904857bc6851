#include "app/play/report/report_chart.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "model/figures/statistics.h"
#include "render/scene/ticks.h"

namespace farfield::app {
namespace {

constexpr double width = 960.0, height = 260.0;
constexpr double left = 56.0, right = 12.0, top = 12.0, bottom = 34.0;  // room for the axes' labels
constexpr std::size_t max_bars = 240;

/// Maps values to positions in the picture.
struct Plot {
    double x_low, x_high, y_high;
    [[nodiscard]] double x(double value) const
    {
        return left + (width - left - right) * (value - x_low) / std::max(x_high - x_low, 1e-12);
    }
    [[nodiscard]] double y(double value) const
    {
        return height - bottom - (height - top - bottom) * std::min(value / y_high, 1.0);
    }
};

std::string axes(const Plot& plot, std::string_view x_title, std::string_view y_title)
{
    std::string svg;
    const auto vertical = render::nice_ticks(0.0, plot.y_high, 5);
    for (std::size_t i = 0; i < vertical.values.size(); ++i) {
        const double y = plot.y(vertical.values[i]);
        svg += fmt::format(R"(<line class="grid" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>)", left,
                           width - right, y, y);
        svg += fmt::format(R"(<text x="{}" y="{:.1f}" text-anchor="end">{}</text>)", left - 8, y + 4,
                           vertical.labels[i]);
    }
    const auto horizontal = render::nice_ticks(plot.x_low, plot.x_high, 8);
    for (std::size_t i = 0; i < horizontal.values.size(); ++i)
        svg += fmt::format(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)",
                           plot.x(horizontal.values[i]), height - bottom + 16, horizontal.labels[i]);
    svg +=
        fmt::format(R"(<text x="{}" y="{}" text-anchor="end">{}</text>)", width - right, height - 4, x_title);
    svg += fmt::format(R"svg(<text transform="translate(12 {}) rotate(-90)" text-anchor="end">{}</text>)svg",
                       top, y_title);
    return svg;
}

std::string wrap(const std::string& content, std::string_view label)
{
    return fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>)", width, height,
                       label, content);
}

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

std::string bar(const Plot& plot, std::span<const FrameRecord> frames, double next_x)
{
    std::string svg;
    const double x = plot.x(static_cast<double>(frames.front().sequence));
    double sum = 0.0;
    for (std::size_t i = 0; i < frame_parts.size(); ++i) {
        const double value = mean(frames, frame_parts[i].milliseconds);
        const double low = plot.y(sum), high = plot.y(sum + value);
        sum += value;
        if (low - high < 0.05) continue;
        svg += fmt::format(R"(<rect class="s{}" x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}"/>)", i,
                           x, high, std::max(0.6, next_x - x - 0.25), low - high);
    }
    return svg;
}

}  // namespace

std::string stage_chart(std::span<const FrameRecord> frames)
{
    if (frames.empty()) return {};
    const auto bars = bars_of(frames);
    std::vector<double> sums(bars.size(), 0.0);
    for (std::size_t i = 0; i < bars.size(); ++i)
        for (const auto& part : frame_parts) sums[i] += mean(bars[i], part.milliseconds);
    const Plot plot{static_cast<double>(frames.front().sequence),
                    static_cast<double>(frames.back().sequence + 1), axis_end(sums)};
    std::string svg = axes(plot, "frame", "ms");
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const bool last = i + 1 == bars.size();
        svg += bar(plot, bars[i],
                   last ? width - right : plot.x(static_cast<double>(bars[i + 1].front().sequence)));
    }
    return wrap(svg, "time of each frame by stage, in milliseconds");
}

std::string rate_chart(std::span<const FrameRecord> frames)
{
    if (frames.size() < 2) return {};
    std::vector<double> seconds, rates;
    double begin_ms = frames.front().at_ms;
    for (const auto bar : bars_of(frames.subspan(1))) {
        const double end_ms = bar.back().at_ms;
        if (end_ms > begin_ms) rates.push_back(static_cast<double>(bar.size()) * 1e3 / (end_ms - begin_ms));
        if (end_ms > begin_ms) seconds.push_back(0.5e-3 * (begin_ms + end_ms));
        begin_ms = end_ms;
    }
    if (rates.empty()) return {};
    const Plot plot{seconds.front(), seconds.back(), axis_end(rates)};
    std::string points;
    for (std::size_t i = 0; i < rates.size(); ++i)
        points += fmt::format("{:.1f},{:.1f} ", plot.x(seconds[i]), plot.y(rates[i]));
    return wrap(axes(plot, "seconds", "frames/s") +
                    fmt::format(R"(<polyline class="rate" points="{}"/>)", points),
                "drawn frames a second");
}

}  // namespace farfield::app

#include "model/report/chart.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "model/report/html.h"
#include "model/report/ticks.h"

namespace farfield::model {
namespace {

constexpr double height = 260.0;
constexpr double left = 70.0, right = 14.0, top = 12.0, bottom = 40.0;  // room for labels

/// An axis with its ends, in the numbers that are drawn: logarithms on a logarithmic axis.
struct Scale {
    const ChartAxis& axis;
    double low, high;

    /// The place of a value, 0 to 1 between the ends; 1 beyond the high one.
    [[nodiscard]] double part(double value) const
    {
        return std::min((value - low) / std::max(high - low, 1e-300), 1.0);
    }
    [[nodiscard]] Ticks ticks(int wanted) const
    {
        Ticks ticks = nice_ticks(low, high, wanted);
        if (axis.is_logarithmic)
            for (std::size_t i = 0; i < ticks.values.size(); ++i)
                ticks.labels[i] = fmt::format("{:.3g}", std::pow(10.0, ticks.values[i]));
        return ticks;
    }
};

struct Plot {
    const Chart& chart;
    Scale x, y;

    [[nodiscard]] double across(double value) const
    {
        return left + (chart.width - left - right) * x.part(value);
    }
    [[nodiscard]] double up(double value) const
    {
        return height - bottom - (height - top - bottom) * y.part(value);
    }
    [[nodiscard]] std::string axes() const
    {
        std::string svg;
        const Ticks vertical = y.ticks(5), horizontal = x.ticks(chart.width > height * 3.0 ? 8 : 5);
        for (std::size_t i = 0; i < vertical.values.size(); ++i)
            svg += fmt::format(R"(<line class="grid" x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}"/>)"
                               R"(<text x="{3}" y="{4:.1f}" text-anchor="end">{5}</text>)",
                               left, chart.width - right, up(vertical.values[i]), left - 8.0,
                               up(vertical.values[i]) + 4.0, vertical.labels[i]);
        for (std::size_t i = 0; i < horizontal.values.size(); ++i)
            svg += fmt::format(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)",
                               across(horizontal.values[i]), height - bottom + 16.0, horizontal.labels[i]);
        svg += fmt::format(R"(<text x="{}" y="{}" text-anchor="end">{}</text>)", chart.width - right,
                           height - 6.0, html_text(x.axis.title));
        return svg +
               fmt::format(
                   R"svg(<text transform="translate(14 {}) rotate(-90)" text-anchor="end">{}</text>)svg", top,
                   html_text(y.axis.title));
    }
    [[nodiscard]] std::string with(const std::string& content) const
    {
        const std::string label =
            chart.label.empty() ? fmt::format("{} by {}", y.axis.title, x.axis.title) : chart.label;
        return fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>)", chart.width,
                           height, html_text(label), axes(), content);
    }
};

double drawn(const ChartAxis& axis, double value)
{
    if (!axis.is_logarithmic) return value;
    return value > 0.0 ? std::log10(value) : NAN;
}

Scale scale_of(const ChartAxis& axis, double least, double greatest)
{
    return {axis, axis.low ? drawn(axis, *axis.low) : least, axis.high ? drawn(axis, *axis.high) : greatest};
}

}  // namespace

std::string line_chart(const Chart& chart, std::span<const glm::dvec2> points)
{
    std::vector<glm::dvec2> shown;
    for (const glm::dvec2 point : points)
        if (const glm::dvec2 at{drawn(chart.x, point.x), drawn(chart.y, point.y)};
            std::isfinite(at.x) && std::isfinite(at.y))
            shown.push_back(at);
    if (shown.size() < 2) return {};
    const auto [x_low, x_high] = std::ranges::minmax(shown, {}, &glm::dvec2::x);
    const auto [y_low, y_high] = std::ranges::minmax(shown, {}, &glm::dvec2::y);
    const Plot plot{chart, scale_of(chart.x, x_low.x, x_high.x), scale_of(chart.y, y_low.y, y_high.y)};
    std::string line, dots;
    for (const glm::dvec2 at : shown) {
        line += fmt::format("{:.1f},{:.1f} ", plot.across(at.x), plot.up(at.y));
        if (chart.has_dots)
            dots +=
                fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3"/>)", plot.across(at.x), plot.up(at.y));
    }
    return plot.with(fmt::format(R"(<polyline points="{}"/>{})", line, dots));
}

std::string bar_chart(const Chart& chart, std::span<const ChartBar> bars)
{
    if (bars.empty()) return {};
    double highest = 0.0;
    for (const ChartBar& bar : bars) {
        double sum = 0.0;
        for (const double part : bar.parts) sum += part;
        highest = std::max(highest, sum);
    }
    const Plot plot{chart, scale_of(chart.x, bars.front().from, bars.back().to),
                    scale_of(chart.y, 0.0, highest)};
    constexpr double least_height = 0.05, least_width = 0.6, gap = 0.25;  // of the picture's units
    std::string svg;
    for (const ChartBar& bar : bars) {
        const double at = plot.across(bar.from), end = plot.across(bar.to);
        double sum = 0.0;
        for (std::size_t i = 0; i < bar.parts.size(); ++i) {
            const double low = plot.up(sum), high = plot.up(sum + bar.parts[i]);
            sum += bar.parts[i];
            if (low - high < least_height) continue;
            svg += fmt::format(R"(<rect class="s{}" x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}"/>)",
                               i, at, high, std::max(least_width, end - at - gap), low - high);
        }
    }
    return plot.with(svg);
}

std::string histogram_chart(const std::string& title, std::span<const double> values)
{
    constexpr std::size_t bins = 40;
    if (values.empty()) return {};
    const auto [low, high] = std::ranges::minmax(values);
    if (!(low < high)) return {};
    const double share = (high - low) / bins;
    std::vector<ChartBar> bars(bins);
    for (std::size_t n = 0; n < bins; ++n) {
        const double from = low + share * static_cast<double>(n);
        bars[n] = {from, from + share, {0.0}};
    }
    for (const double value : values)
        ++bars[std::min(bins - 1, static_cast<std::size_t>((value - low) / share))].parts.front();
    return bar_chart({.x = {title}, .y = {"data"}}, bars);
}

}  // namespace farfield::model

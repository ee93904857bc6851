#include "compute_node/tomography/results/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace farfield::tomography {

namespace {

constexpr double width = 640.0, height = 260.0;
constexpr double left = 70.0, right = 14.0, top = 12.0, bottom = 40.0;  // room for labels

/// An axis with its ends, in the numbers that are drawn: logarithms on a logarithmic axis.
struct Scale {
    ChartAxis axis;
    double low, high;

    [[nodiscard]] double part(double value) const { return (value - low) / std::max(high - low, 1e-300); }
    [[nodiscard]] std::string label(double value) const
    {
        return fmt::format("{:.3g}", axis.is_logarithmic ? std::pow(10.0, value) : value);
    }
    /// Round numbers between the ends: 1, 2 or 5 times a power of ten apart.
    [[nodiscard]] std::vector<double> ticks() const
    {
        const double rough = std::max(high - low, 1e-300) / 5.0,
                     power = std::pow(10.0, std::floor(std::log10(rough)));
        const double lead = rough / power, step = power * (lead < 1.5   ? 1.0
                                                           : lead < 3.5 ? 2.0
                                                           : lead < 7.5 ? 5.0
                                                                        : 10.0);
        std::vector<double> found;
        for (double n = std::ceil(low / step); n * step <= high + 1e-9 * step && found.size() < 20; ++n)
            found.push_back(n * step);
        return found;
    }
};

struct Plot {
    Scale x, y;

    [[nodiscard]] double across(double value) const { return left + (width - left - right) * x.part(value); }
    [[nodiscard]] double up(double value) const
    {
        return height - bottom - (height - top - bottom) * y.part(value);
    }
    [[nodiscard]] std::string axes() const
    {
        std::string svg;
        for (const double value : y.ticks())
            svg += fmt::format("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
                               "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
                               left, width - right, up(value), left - 8.0, up(value) + 4.0, y.label(value));
        for (const double value : x.ticks())
            svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>", across(value),
                               height - bottom + 16.0, x.label(value));
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", width - right,
                           height - 6.0, x.axis.title);
        return svg + fmt::format("<text transform=\"translate(14 {}) rotate(-90)\" "
                                 "text-anchor=\"end\">{}</text>",
                                 top, y.axis.title);
    }
    [[nodiscard]] std::string wrapped(const std::string& content) const
    {
        return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} by {}\">{}{}</svg>\n",
                           width, height, y.axis.title, x.axis.title, axes(), content);
    }
};

}  // namespace

std::string line_chart(const ChartAxis& x, const ChartAxis& y, std::span<const glm::dvec2> points)
{
    std::vector<glm::dvec2> drawn;
    for (glm::dvec2 at : points) {
        if (x.is_logarithmic) at.x = at.x > 0.0 ? std::log10(at.x) : NAN;
        if (y.is_logarithmic) at.y = at.y > 0.0 ? std::log10(at.y) : NAN;
        if (std::isfinite(at.x) && std::isfinite(at.y)) drawn.push_back(at);
    }
    if (drawn.size() < 2) return {};
    const auto [x_low, x_high] = std::ranges::minmax(drawn, {}, &glm::dvec2::x);
    const auto [y_low, y_high] = std::ranges::minmax(drawn, {}, &glm::dvec2::y);
    const Plot plot{{x, x_low.x, x_high.x}, {y, y_low.y, y_high.y}};
    std::string line, dots;
    for (const glm::dvec2 at : drawn) {
        line += fmt::format("{:.1f},{:.1f} ", plot.across(at.x), plot.up(at.y));
        dots +=
            fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", plot.across(at.x), plot.up(at.y));
    }
    return plot.wrapped(fmt::format("<polyline points=\"{}\"/>{}", line, dots));
}

std::string histogram_chart(const std::string& title, std::span<const double> values)
{
    constexpr std::size_t bins = 40;
    if (values.empty()) return {};
    const auto [low, high] = std::ranges::minmax(values);
    if (!(low < high)) return {};
    std::vector<double> counts(bins, 0.0);
    for (const double value : values) {
        const double part = (value - low) / (high - low);
        ++counts[std::min(bins - 1, static_cast<std::size_t>(part * bins))];
    }
    const Plot plot{{{title}, low, high}, {{"data"}, 0.0, std::ranges::max(counts)}};
    std::string bars;
    for (std::size_t n = 0; n < bins; ++n) {
        const double share = (high - low) / bins, from = low + share * static_cast<double>(n);
        bars += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                            plot.across(from), plot.up(counts[n]),
                            plot.across(from + share) - plot.across(from) - 0.5,
                            plot.up(0.0) - plot.up(counts[n]));
    }
    return plot.wrapped(bars);
}

}  // namespace farfield::tomography

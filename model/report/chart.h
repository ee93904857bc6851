#pragma once

#include <glm/vec2.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Charts as SVG elements, which take their colours from a page's style (html_page()).
namespace farfield::model {

/// Title, scale and ends of one axis of a chart.
struct ChartAxis {
    std::string title;
    bool is_logarithmic = false;  ///< values at or below 0 are then left out
    std::optional<double> low = std::nullopt, high = std::nullopt;  ///< ends; absent: those of the values
};

struct Chart {
    ChartAxis x, y;
    std::string label = {};     ///< read aloud in place of the picture
    double width = 640.0;  ///< of the picture's own units, of which it is 260 high
    bool has_dots = true;  ///< of a line: a dot at each point
};

/// A line through points. Points without a place are left out, those above the axis lie at its end; empty
/// where fewer than two are left.
[[nodiscard]] std::string line_chart(const Chart& chart, std::span<const glm::dvec2> points);

/// A bar from one place along x to another, of parts on top of each other in the style's colours.
struct ChartBar {
    double from = 0.0, to = 0.0;
    std::vector<double> parts = {};
};

/// Bars from 0 upwards; what is above the axis is cut there. Empty without bars.
[[nodiscard]] std::string bar_chart(const Chart& chart, std::span<const ChartBar> bars);

/// Bars of the numbers of values in each of 40 intervals of equal width, from the least to the greatest.
/// Empty where all values are equal.
[[nodiscard]] std::string histogram_chart(const std::string& title, std::span<const double> values);

}  // namespace farfield::model

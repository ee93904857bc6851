#pragma once

#include <glm/vec2.hpp>

#include <span>
#include <string>
#include <string_view>

namespace farfield::tomography {

/// Title and scale of one axis of a chart. The title is borrowed.
struct ChartAxis {
    std::string_view title;
    bool is_logarithmic = false;  ///< values at or below 0 are then left out
};

/// A line with a dot at each point, as an SVG element that takes its colours from the page's style. Points
/// without a place are left out; empty where fewer than two are left.
[[nodiscard]] std::string line_chart(const ChartAxis& x, const ChartAxis& y,
                                     std::span<const glm::dvec2> points);

/// Bars of the numbers of values in each of 40 intervals of equal width, from the least to the greatest.
/// Empty where all values are equal.
[[nodiscard]] std::string histogram_chart(const std::string& title, std::span<const double> values);

}  // namespace farfield::tomography

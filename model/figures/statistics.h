#pragma once

#include <span>

namespace farfield::model {

/// The statistics of a column of figures.
struct Summary {
    double median = 0.0;
    double p95 = 0.0;  ///< 95th percentile
    double p99 = 0.0;
    double min = 0.0;
    double max = 0.0;
};

/// The value below which a fraction (0 to 1) of the sorted values lies, interpolated between neighbours.
/// sorted: at least one, rising.
/// Source: Hyndman and Fan, "Sample quantiles in statistical packages", Am. Stat. 50, 1996, definition 7
/// (that of numpy).
[[nodiscard]] double quantile(std::span<const double> sorted, double fraction);

/// The statistics of some values, in any order; zeros when there are none.
[[nodiscard]] Summary summarise(std::span<const double> values);

}  // namespace farfield::model

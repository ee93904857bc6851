#include "model/figures/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace farfield::model {

double quantile(std::span<const double> sorted, double fraction)
{
    const double place = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const auto next = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[next], place - std::floor(place));
}

Summary summarise(std::span<const double> values)
{
    if (values.empty()) return {};
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return {.median = quantile(sorted, 0.5),
            .p95 = quantile(sorted, 0.95),
            .p99 = quantile(sorted, 0.99),
            .min = sorted.front(),
            .max = sorted.back()};
}

}  // namespace farfield::model

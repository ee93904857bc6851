#include "compute_node/bench/figure.h"

#include "compute_node/bench/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace farfield::node {

Figure figure_of(std::string name, std::string unit, std::span<const double> samples)
{
    std::vector<double> sorted{samples.begin(), samples.end()};
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    const double median = 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
    return {std::move(name), std::move(unit), median, sorted.front(), sorted.back(), n};
}

nlohmann::json suite_json(const Suite& suite)
{
    nlohmann::json results = nlohmann::json::array();
    for (const Figure& figure : suite.figures)
        results.push_back({{"name", figure.name},
                           {"unit", figure.unit},
                           {"median", figure.median},
                           {"min", figure.min},
                           {"max", figure.max},
                           {"runs", figure.runs}});
    return {{"suite", suite.name}, {"machine", machine_json()}, {"results", results}};
}

std::string suite_text(const Suite& suite)
{
    std::size_t width = 36;
    for (const Figure& figure : suite.figures) width = std::max(width, figure.name.size());
    std::string text =
        fmt::format("{}\n  {:<{}}{:>12}{:>12}{:>12}  unit\n", suite.name, "", width, "median", "min", "max");
    for (const Figure& figure : suite.figures)
        text += fmt::format("  {:<{}}{:>12.4g}{:>12.4g}{:>12.4g}  {}\n", figure.name, width, figure.median,
                            figure.min, figure.max, figure.unit);
    return text + suite.notes;
}

}  // namespace farfield::node

#include "app/bench/figure.h"

#include <algorithm>
#include <fmt/format.h>

#include "app/play/report/statistics.h"
#include "model/data/machine.h"

namespace farfield::app {

Figure figure_of(const std::string& name, const std::string& unit, std::span<const double> samples)
{
    const auto summary = summarise(samples);
    return {.name = name,
            .unit = unit,
            .median = summary.median,
            .min = summary.min,
            .max = summary.max,
            .runs = static_cast<int>(samples.size())};
}

std::vector<double> ratios(std::span<const double> of, std::span<const double> over)
{
    std::vector<double> result(of.size());
    std::ranges::transform(of, over, result.begin(), [](double a, double b) { return a / b; });
    return result;
}

nlohmann::json suite_json(const SuiteResult& result)
{
    auto machine = model::describe_machine();
    machine.update(result.circumstances);
    auto results = nlohmann::json::array();
    for (const auto& figure : result.figures)
        results.push_back({{"name", figure.name},
                           {"unit", figure.unit},
                           {"median", figure.median},
                           {"min", figure.min},
                           {"max", figure.max},
                           {"runs", figure.runs}});
    return {{"suite", result.suite}, {"machine", machine}, {"results", results}};
}

std::string suite_text(const SuiteResult& result)
{
    auto text = result.suite;
    for (const auto& [name, value] : result.circumstances.items())
        text += fmt::format(", {} {}", name, value.is_string() ? value.get<std::string>() : value.dump());
    text += fmt::format("\n  {:<40}{:>12}{:>12}{:>12}  {}\n", "", "median", "min", "max", "unit");
    for (const auto& figure : result.figures)
        text += fmt::format("  {:<40}{:>12.4g}{:>12.4g}{:>12.4g}  {}\n", figure.name, figure.median,
                            figure.min, figure.max, figure.unit);
    return text;
}

}  // namespace farfield::app

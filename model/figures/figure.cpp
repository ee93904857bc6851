#include "model/figures/figure.h"

#include "model/figures/machine.h"
#include "model/figures/statistics.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace farfield::model {

namespace {

/// A number of a table, in 12 places.
std::string cell(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%12.4g", value);
    return text.data();
}

std::string padded(const std::string& text, std::size_t width)
{
    return text + std::string(width - std::min(width, text.size()), ' ');
}

}  // namespace

Figure figure_of(const std::string& name, const std::string& unit, std::span<const double> samples)
{
    const auto summary = summarise(samples);
    return {.name = name,
            .unit = unit,
            .median = summary.median,
            .min = summary.min,
            .max = summary.max,
            .runs = samples.size()};
}

std::vector<double> ratios(std::span<const double> of, std::span<const double> over)
{
    std::vector<double> result(of.size());
    std::ranges::transform(of, over, result.begin(), [](double a, double b) { return a / b; });
    return result;
}

nlohmann::json suite_json(const Suite& suite, const nlohmann::json& of_program)
{
    auto machine = describe_machine();
    machine.update(of_program);
    machine.update(suite.circumstances);
    auto results = nlohmann::json::array();
    for (const auto& figure : suite.figures)
        results.push_back({{"name", figure.name},
                           {"unit", figure.unit},
                           {"median", figure.median},
                           {"min", figure.min},
                           {"max", figure.max},
                           {"runs", figure.runs}});
    return {{"suite", suite.name}, {"machine", machine}, {"results", results}};
}

std::string suite_text(const Suite& suite)
{
    std::size_t width = 40;
    for (const auto& figure : suite.figures) width = std::max(width, figure.name.size());
    auto text = suite.name;
    for (const auto& [name, value] : suite.circumstances.items())
        text += ", " + name + " " + (value.is_string() ? value.get<std::string>() : value.dump());
    text += "\n  " + padded("", width) + "      median         min         max  unit\n";
    for (const auto& figure : suite.figures)
        text += "  " + padded(figure.name, width) + cell(figure.median) + cell(figure.min) +
                cell(figure.max) + "  " + figure.unit + "\n";
    return text + suite.notes;
}

}  // namespace farfield::model

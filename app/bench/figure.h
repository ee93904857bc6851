#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace farfield::app {

/// One result of a benchmark: the median of several runs, with the spread.
struct Figure {
    std::string name;
    std::string unit;
    double median = 0.0;
    double min = 0.0;
    double max = 0.0;
    int runs = 0;
};

/// What a suite measured, and with what (congestion control, renderer ...): that is told beside the machine.
struct SuiteResult {
    std::string suite;
    nlohmann::json circumstances = nlohmann::json::object();
    std::vector<Figure> figures;
};

/// samples: one for each run, at least one.
[[nodiscard]] Figure figure_of(const std::string& name, const std::string& unit,
                               std::span<const double> samples);

/// Run by run, one over the other; both of one length, neighbours in time.
[[nodiscard]] std::vector<double> ratios(std::span<const double> of, std::span<const double> over);

/// {"suite", "machine", "results": [{"name", "unit", "median", "min", "max", "runs"}]}
[[nodiscard]] nlohmann::json suite_json(const SuiteResult& result);
/// A table for a terminal.
[[nodiscard]] std::string suite_text(const SuiteResult& result);

}  // namespace farfield::app

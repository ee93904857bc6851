#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace farfield::model {

/// A result of a benchmark: the median of several runs, with the least and the greatest value.
struct Figure {
    std::string name;
    std::string unit;
    double median = 0.0;
    double min = 0.0;
    double max = 0.0;
    std::size_t runs = 0;
};

/// The figures of one suite of benchmarks.
struct Suite {
    std::string name;
    std::vector<Figure> figures;
    /// Circumstances of the measurement (congestion control, renderer ...), a part of the machine's JSON.
    nlohmann::json circumstances = nlohmann::json::object();
    std::string notes = {};  ///< lines that the text report shows beside the figures; not in JSON
};

/// Makes a figure of samples: one for each run, at least one.
[[nodiscard]] Figure figure_of(const std::string& name, const std::string& unit,
                               std::span<const double> samples);

/// Quotients of[i] / over[i], run by run. Both have the same length; runs i of both are neighbours in time.
[[nodiscard]] std::vector<double> ratios(std::span<const double> of, std::span<const double> over);

/// {"suite", "machine", "results": [{"name", "unit", "median", "min", "max", "runs"}]}. The machine is
/// describe_machine() with the circumstances and the members that the program adds (of_program).
[[nodiscard]] nlohmann::json suite_json(const Suite& suite,
                                        const nlohmann::json& of_program = nlohmann::json::object());
/// The figures as a table for a terminal, then the notes.
[[nodiscard]] std::string suite_text(const Suite& suite);

}  // namespace farfield::model

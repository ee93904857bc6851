#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace farfield::model {

/// One result of a benchmark: the median of several runs, with the spread.
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
    /// How they were measured (congestion control, renderer ...): part of the machine's description.
    nlohmann::json circumstances = nlohmann::json::object();
    std::string notes = {};  ///< lines to be read beside the figures; in no document
};

/// samples: one for each run, at least one.
[[nodiscard]] Figure figure_of(const std::string& name, const std::string& unit,
                               std::span<const double> samples);

/// Run by run, one over the other; both of one length, neighbours in time.
[[nodiscard]] std::vector<double> ratios(std::span<const double> of, std::span<const double> over);

/// {"suite", "machine", "results": [{"name", "unit", "median", "min", "max", "runs"}]}. The machine is
/// describe_machine() with the circumstances and what the program adds to it.
[[nodiscard]] nlohmann::json suite_json(const Suite& suite,
                                        const nlohmann::json& of_program = nlohmann::json::object());
/// A table for a terminal, and the notes.
[[nodiscard]] std::string suite_text(const Suite& suite);

}  // namespace farfield::model

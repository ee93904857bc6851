#pragma once

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

namespace farfield::node {

/// One result of a benchmark: the median of several runs, with their spread.
struct Figure {
    std::string name;
    std::string unit;
    double median = 0.0;
    double min = 0.0;
    double max = 0.0;
    std::size_t runs = 0;
};

struct Suite {
    std::string name;
    std::vector<Figure> figures;
    std::string notes = {};  ///< lines to be read beside the figures; in no document
};

/// samples: one a run, at least one.
[[nodiscard]] Figure figure_of(std::string name, std::string unit, std::span<const double> samples);

/// {"suite", "machine", "results": [{"name", "unit", "median", "min", "max", "runs"}]}
[[nodiscard]] nlohmann::json suite_json(const Suite& suite);
/// A table for a terminal, and the notes.
[[nodiscard]] std::string suite_text(const Suite& suite);

}  // namespace farfield::node

#pragma once

#include "compute_node/readers/common/levels.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// A vertical coordinate by which heights, depths or pressures are computed.
struct LevelFormula {
    std::string name;                          ///< CF's standard name
    std::map<std::string, std::string> terms;  ///< names of variables by term, in lower case
    std::string coordinate;                    ///< the variable that declares the formula

    [[nodiscard]] bool empty() const { return name.empty() && terms.empty(); }
};

/// Values of a term of a formula: one number, [level], [column] or [level][column]. Lengths are in metres,
/// pressures in Pa.
struct LevelTerm {
    std::vector<double> values;
    bool of_levels = false, of_columns = false;
    bool moves = false;  ///< true: changes with time
    bool is_pressure = false;
};

/// Reads the variable of a term; throws std::runtime_error with a clause that says why it is no such term.
using TermReader = std::function<LevelTerm(const std::string& variable)>;

/// Splits "s: s_rho C: Cs_r ..." into pairs, whatever the blanks and commas between them.
[[nodiscard]] std::map<std::string, std::string> parse_formula_terms(const std::string& text);

/// True when CF has a formula of that name.
[[nodiscard]] bool is_level_formula(const std::string& standard_name);

/// The formula's standard name or, without one, the name that its terms tell; empty where they tell none.
[[nodiscard]] std::string name_by_terms(const LevelFormula& formula);

/// True when z falls as the coordinate's own numbers grow: those of the atmosphere's sigma and hybrid
/// coordinates grow downwards.
[[nodiscard]] bool grows_downwards(const LevelFormula& formula);

/// Levels by the formulas of the CF Conventions 1.11, appendix D: heights in metres, up, or pressures in hPa.
/// Without levels, `lack` is a clause that says what is missing.
struct ComputedLevels {
    std::optional<Levels> levels;
    std::string lack;
};
[[nodiscard]] ComputedLevels computed_levels(const LevelFormula& formula, std::size_t levels,
                                             std::size_t columns, const TermReader& read);

}  // namespace farfield::compute

#pragma once

#include "compute_node/readers/common/levels.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// A vertical coordinate that heights, depths or pressures are computed from.
struct LevelFormula {
    std::string name;                          ///< CF's standard name
    std::map<std::string, std::string> terms;  ///< variables by term, in lower case
    std::string coordinate;                    ///< the variable that says so

    [[nodiscard]] bool empty() const { return name.empty() && terms.empty(); }
};

/// A term's values where it varies: one, [level], [column] or [level][column]; lengths in metres, pressures
/// in Pa.
struct LevelTerm {
    std::vector<double> values;
    bool of_levels = false, of_columns = false;
    bool moves = false;  ///< with time
    bool is_pressure = false;
};

/// The term that a variable is; throws std::runtime_error with a clause that says why it is none.
using TermReader = std::function<LevelTerm(const std::string& variable)>;

/// "s: s_rho C: Cs_r ..." as pairs, whatever the blanks and commas between them.
[[nodiscard]] std::map<std::string, std::string> parse_formula_terms(const std::string& text);

/// True when CF has a formula of that name.
[[nodiscard]] bool is_level_formula(const std::string& standard_name);

/// The formula's name: by its terms where it has none, empty where they leave it open.
[[nodiscard]] std::string name_by_terms(const LevelFormula& formula);

/// Direction of growing z with what the coordinate itself counts: sigma and hybrid ones of the atmosphere
/// grow downwards.
[[nodiscard]] bool grows_downwards(const LevelFormula& formula);

/// Levels by the formulas of the CF Conventions 1.11, appendix D: heights in metres, up, or pressures in hPa;
/// or nothing, and `lack` is a clause that says what lacks.
struct ComputedLevels {
    std::optional<Levels> levels;
    std::string lack;
};
[[nodiscard]] ComputedLevels computed_levels(const LevelFormula& formula, std::size_t levels,
                                             std::size_t columns, const TermReader& read);

}  // namespace farfield::compute

#pragma once

#include "compute_node/readers/common/level_formulas.h"
#include "compute_node/readers/common/levels.h"
#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <cstddef>
#include <optional>
#include <string>

namespace farfield::compute {

/// The dimension of the levels of WPS, of which the first is the surface, out of the order of the others.
constexpr const char* wps_levels_dimension = "num_metgrid_levels";

/// True when the levels of nodes are a coordinate's own heights, depths or pressures, or there are no levels:
/// they do not depend on x and y.
[[nodiscard]] bool has_plain_levels(const NetcdfNodes& nodes);

/// Finds the levels of nodes at a time step by, in this order: WRF's geopotential; CF's formulas; the
/// coordinate of the levels where it is heights, depths or pressures; a variable on levels, y and x that is
/// named in "coordinates" or has the standard name of a height; WRF's pressure; else numbers.
[[nodiscard]] Levels levels_of(const NetcdfNodes& nodes, std::size_t time_step);

// The functions below serve lattices and meshes alike.

/// The formula by which heights along a dimension are computed, as declared in any of the files by a variable
/// with formula_terms or a formula's standard name along it, or by ROMS's names. Terms that are not named are
/// found by usual names. Empty where no file declares one. named: text of an attribute "coordinates", whose
/// variables come first.
[[nodiscard]] LevelFormula find_level_formula(const NetcdfFiles& files, const NetcdfDimension& levels,
                                              const std::string& named = {});

/// The variable along the levels that a variable on them names as a coordinate; null where it names none.
[[nodiscard]] const NetcdfVariable* named_levels(const NetcdfNodes& nodes, const NetcdfComponent& component);

/// A variable by its name, in the first file that has it.
[[nodiscard]] NetcdfComponent find_anywhere(const NetcdfFiles& files, const std::string& name);

/// The variable of a term; throws std::runtime_error with a clause where there is none with numbers.
[[nodiscard]] NetcdfComponent require_term(const NetcdfFiles& files, const std::string& name);

/// Reads a term of one number, or of one for each level (one number more: means of two); none for other
/// shapes.
[[nodiscard]] std::optional<LevelTerm> read_level_term(const NetcdfComponent& found, std::size_t levels,
                                                       std::size_t time_step);

/// Converts a term's values to metres or Pa by its unit.
[[nodiscard]] LevelTerm in_si(LevelTerm term, const std::string& units);

/// True when a coordinate's values number the levels or are dimensionless, so that they are no positions.
[[nodiscard]] bool counts_levels(const NetcdfFile& file, const NetcdfVariable& coordinate);

/// direction_of_levels() of a variable with values.
[[nodiscard]] std::string direction_of_values(const NetcdfFile& file, const NetcdfVariable& variable,
                                              const std::vector<double>& values);

/// True when a variable holds heights, depths or pressures of its own nodes: told by a direction or standard
/// name together with a unit of length or pressure.
[[nodiscard]] bool is_place_along_z(const NetcdfFile& file, const NetcdfVariable& variable);

/// True when a coordinate's values are whole numbers, and no two neighbours are equal.
[[nodiscard]] bool are_numbers(const std::vector<double>& values);

/// The direction in which the file's level numbers grow, "up", "down" or empty where not known: for a formula
/// with missing terms, or a coordinate that only counts.
[[nodiscard]] std::string direction_of_numbers(const NetcdfFiles& files, const NetcdfDimension& levels,
                                               const LevelFormula& formula);

}  // namespace farfield::compute

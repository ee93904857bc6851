#include "compute_node/readers/netcdf/netcdf_levels.h"

#include "compute_node/fields/unit_dimension.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_plane.h"
#include "compute_node/readers/netcdf/netcdf_stagger.h"
#include "compute_node/readers/netcdf/netcdf_steps.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

/// WRF's constant that turns geopotential into height.
constexpr double gravity = 9.81;

bool is_roms(const std::string& dimension)
{
    return dimension == "s_rho" || dimension == "s_w";
}

/// The names that models give to terms which formula_terms does not name.
constexpr std::array<std::pair<const char*, const char*>, 17> usual_names{{{"a", "hyam"},
                                                                           {"b", "hybm"},
                                                                           {"ap", "hyam"},
                                                                           {"p0", "P0"},
                                                                           {"ps", "PS"},
                                                                           {"ps", "aps"},
                                                                           {"ps", "PSFC"},
                                                                           {"ps", "sp"},
                                                                           {"ptop", "P_TOP"},
                                                                           {"orog", "orography"},
                                                                           {"eta", "zeta"},
                                                                           {"eta", "ssh"},
                                                                           {"eta", "elev"},
                                                                           {"depth", "h"},
                                                                           {"depth", "bathymetry"},
                                                                           {"depth", "deptho"},
                                                                           {"depth_c", "hc"}}};

void add_usual_terms(const NetcdfFiles& files, const std::string& dimension, LevelFormula& formula)
{
    const auto add = [&](const std::string& term, const std::string& name) {
        if (!formula.terms.contains(term) && find_anywhere(files, name).variable != nullptr)
            formula.terms[term] = name;
    };
    for (const char* own : {"s", "sigma", "lev"}) add(own, formula.coordinate);
    if (is_roms(dimension)) add("c", dimension == "s_w" ? "Cs_w" : "Cs_r");
    for (const auto& [term, name] : usual_names) add(term, name);
    for (const char* same : {"ps", "ptop", "orog", "eta", "ap", "p0"}) add(same, same);
}

/// Chooses ROMS's formula by Vtransform; older files say ocean_s_coordinate for every formula.
void apply_transform(const NetcdfFiles& files, LevelFormula& formula)
{
    if (!formula.name.empty() && !formula.name.starts_with("ocean_s_coordinate")) return;
    const NetcdfComponent transform = find_anywhere(files, "Vtransform");
    if (transform.variable == nullptr) return;
    const std::size_t rank = transform.variable->dimensions.size();
    const std::vector<float> values = transform.file->values(
        *transform.variable, std::vector<std::size_t>(rank, 0), std::vector<std::size_t>(rank, 1));
    formula.name = values.front() == 1.0F ? "ocean_s_coordinate_g1" : "ocean_s_coordinate_g2";
}

std::string standard_name_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string said = lower_case(file.text(variable, "standard_name"));
    const std::size_t first = said.find_first_not_of(" \t"), last = said.find_last_not_of(" \t");
    if (first == std::string::npos) return {};
    const std::string name = said.substr(first, last - first + 1);
    // CDO's name of it
    return name == "hybrid_sigma_pressure" ? "atmosphere_hybrid_sigma_pressure_coordinate" : name;
}

/// True for the parametric coordinates of CF, and for others with similar names.
bool is_parametric(const std::string& standard_name)
{
    return is_level_formula(standard_name) || standard_name.starts_with("ocean_s") ||
           standard_name.starts_with("ocean_double") ||
           (standard_name.starts_with("atmosphere_") && standard_name.ends_with("_coordinate"));
}

/// The variables of one dimension alone along the levels, in all files; the one named like it first.
std::vector<NetcdfComponent> along_levels(const NetcdfFiles& files, const NetcdfDimension& levels)
{
    std::vector<NetcdfComponent> found;
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables())
            if (variable.numeric && variable.dimensions.size() == 1 &&
                variable.dimensions[0].name == levels.name && variable.dimensions[0].length == levels.length)
                found.push_back({file.get(), &variable});
    std::ranges::stable_partition(
        found, [&](const NetcdfComponent& one) { return one.variable->name == levels.name; });
    return found;
}

bool is_length_or_pressure(const std::string& units)
{
    constexpr UnitDimension length{1, 0}, pressure{-1, -2, 1};
    const auto unit = unit_dimension(units);
    return metres_in(units) || pascals_in(units) || (unit && (*unit == length || *unit == pressure));
}

bool is_word_in(const std::string& word, const std::string& text)
{
    std::istringstream words{text};
    for (std::string one; words >> one;)
        if (one == word) return true;
    return false;
}

std::vector<double> means_of_neighbours(const std::vector<double>& of)
{
    std::vector<double> means;
    for (std::size_t k = 0; k + 1 < of.size(); ++k) means.push_back(0.5 * (of[k] + of[k + 1]));
    return means;
}

/// Terms at the nodes of a lattice.
class LatticeTerms {
public:
    LatticeTerms(const NetcdfNodes& nodes, std::size_t time_step) : nodes_{nodes}, time_step_{time_step} {}

    [[nodiscard]] LevelTerm operator()(const std::string& name) const
    {
        const NetcdfComponent found = require_term(*nodes_.files, name);
        const std::size_t levels = nodes_.axes.xyz[2].length;
        std::optional<LevelTerm> term;
        if (lies_on_plane(*found.file, *found.variable, nodes_))
            term = of_columns(found);
        else
            term = read_level_term(found, levels, time_step_);
        if (!term)
            throw std::runtime_error(
                fmt::format("is neither one number nor one for each of {} levels or each "
                            "of the nodes ({}, {})",
                            levels, nodes_.axes.xyz[1].name, nodes_.axes.xyz[0].name));
        return in_si(std::move(*term), found.file->text(*found.variable, "units"));
    }

private:
    [[nodiscard]] LevelTerm of_columns(const NetcdfComponent& found) const
    {
        const NetcdfSteps steps{nodes_, found};
        std::vector<float> values = steps.read(time_step_);
        // Land and gaps have no depth or surface: these are 0 there.
        for (float& value : values)
            if (!std::isfinite(value)) value = 0.0F;
        return {{values.begin(), values.end()}, false, true, steps.has_time(), false};
    }

    const NetcdfNodes& nodes_;
    std::size_t time_step_;
};

NetcdfDimension dimension_of(const NetcdfNodes& nodes)
{
    const NetcdfAxis& axis = nodes.axes.xyz[2];
    return {-1, axis.name, axis.length, 0};
}

Levels wrf_heights(const NetcdfNodes& nodes, std::size_t time_step)
{
    const NetcdfComponent perturbation = find_anywhere(*nodes.files, "PH"),
                          base = find_anywhere(*nodes.files, "PHB");
    const std::vector<float> z = read_at_nodes(nodes, perturbation, time_step);
    const std::vector<float> geopotential = read_at_nodes(nodes, base, time_step);
    Levels levels{
        {}, "m", "up", true, "Heights of the levels are (PH + PHB) / 9.81 m/s2, above sea level in metres."};
    for (std::size_t n = 0; n < z.size(); ++n)
        levels.z.push_back(static_cast<float>((double{z[n]} + geopotential[n]) / gravity));
    return levels;
}

bool has_both(const NetcdfNodes& nodes, const char* a, const char* b)
{
    return nodes.axes.xyz[2].coordinate == nullptr && find_anywhere(*nodes.files, a).variable != nullptr &&
           find_anywhere(*nodes.files, b).variable != nullptr;
}

/// WRF's pressures at the mass levels.
Levels wrf_pressures(const NetcdfNodes& nodes, std::size_t time_step)
{
    constexpr double hectopascals = 0.01;
    const std::vector<float> p = read_at_nodes(nodes, find_anywhere(*nodes.files, "P"), time_step);
    const std::vector<float> base = read_at_nodes(nodes, find_anywhere(*nodes.files, "PB"), time_step);
    Levels levels{{},
                  "hPa",
                  "down",
                  true,
                  "z is pressure in hPa, P + PB, which falls upwards: the heights' 'PH' and 'PHB' are not "
                  "there."};
    for (std::size_t n = 0; n < p.size(); ++n) levels.z.push_back(hectopascals * (double{p[n]} + base[n]));
    return levels;
}

/// Gives nodes of a column without a height of their own, as below the ground, their neighbour's.
void fill_gaps(std::vector<double>& z, std::size_t columns)
{
    const std::size_t levels = z.size() / columns;
    for (std::size_t n = 0; n < columns; ++n) {
        double known = 0.0;
        for (std::size_t k = levels; k-- > 0;)
            if (std::isfinite(z[k * columns + n])) known = z[k * columns + n];
        for (std::size_t k = 0; k < levels; ++k) {
            double& here = z[k * columns + n];
            if (!std::isfinite(here)) here = known;
            known = here;
        }
    }
}

/// The axes of a variable that has levels, rows and columns, and no other dimension but time.
std::optional<NetcdfAxes> axes_in_space(const NetcdfComponent& found)
{
    if (!found.variable->numeric || found.variable->dimensions.size() < 3) return std::nullopt;
    try {
        NetcdfAxes axes = find_axes(*found.file, *found.variable);
        const auto has = [](const NetcdfAxis& axis) { return axis.dimension >= 0; };
        const std::size_t known = 3 + (axes.time_dimension >= 0 ? 1 : 0);
        if (!std::ranges::all_of(axes.xyz, has) || found.variable->dimensions.size() != known)
            return std::nullopt;
        return axes;
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

/// True when a variable has the nodes' levels, rows and columns (or faces of these).
bool lies_in_space(const NetcdfComponent& found, const NetcdfNodes& nodes)
{
    const auto axes = axes_in_space(found);
    return axes && axes->xyz[2].name == nodes.axes.xyz[2].name;
}

/// True when a variable has the nodes' rows and columns, and levels of which each two have one of the nodes'
/// between them (COSMO's HHL).
bool lies_at_half_levels(const NetcdfComponent& found, const NetcdfNodes& nodes)
{
    const auto axes = axes_in_space(found);
    if (!axes || axes->xyz[2].length != nodes.axes.xyz[2].length + 1) return false;
    const auto is_same = [](const NetcdfAxis& a, const NetcdfAxis& b) {
        return a.name == b.name && a.length == b.length;
    };
    return is_same(axes->xyz[0], nodes.axes.xyz[0]) && is_same(axes->xyz[1], nodes.axes.xyz[1]);
}

/// The means of the half levels above and below each node; nothing where any has no value.
std::optional<std::vector<float>> between_half_levels(const NetcdfNodes& nodes, const NetcdfComponent& found,
                                                      std::size_t time_step)
{
    const NetcdfSteps steps{nodes, found};
    const std::vector<float> values = steps.read(time_step);
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) return std::nullopt;
    return between_faces(values, dims_of(steps.axes()), 2, 0, nodes.axes.xyz[2].length);
}

std::optional<Levels> read_in_space(const NetcdfNodes& nodes, const NetcdfComponent& found,
                                    std::size_t time_step, bool is_at_half_levels = false)
{
    const NetcdfVariable& variable = *found.variable;
    std::optional<std::vector<float>> values;
    try {
        values = is_at_half_levels ? between_half_levels(nodes, found, time_step)
                                   : read_at_nodes(nodes, found, time_step);
    } catch (const std::runtime_error&) {
        return std::nullopt;  // of other points
    }
    if (!values) return std::nullopt;
    Levels levels;
    levels.units = found.file->text(variable, "units");
    const double metres = metres_in(levels.units).value_or(1.0);
    if (metres_in(levels.units)) levels.units = std::string{"m"};
    for (const float value : *values) levels.z.push_back(metres * value);
    fill_gaps(levels.z, nodes.axes.xyz[0].length * nodes.axes.xyz[1].length);
    levels.positive = direction_of_values(*found.file, variable, levels.z);
    levels.move = find_axes(*found.file, variable).time_dimension >= 0;
    levels.remark = fmt::format("z of the nodes is '{}'{}{}{}.", variable.name,
                                levels.units.empty() ? "" : " in " + levels.units,
                                levels.is_down() ? ", counted downwards" : "",
                                is_at_half_levels ? ", the mean of the half levels above and below" : "");
    return levels;
}

bool is_height(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string name = standard_name_of(file, variable);
    return name == "altitude" || name == "geopotential_height" || name.starts_with("height_above_") ||
           variable.name == "z_rho";
}

/// Levels by a variable on the nodes that holds their positions: one that the velocity names, else one with
/// the standard name of a height, at the levels or at the half levels about them.
std::optional<Levels> levels_in_space(const NetcdfNodes& nodes, std::size_t time_step)
{
    for (const NetcdfComponent& component : {nodes.velocity.u, nodes.velocity.v}) {
        std::istringstream names{component.file->text(*component.variable, "coordinates")};
        for (std::string name; names >> name;) {
            const NetcdfComponent found = find_anywhere(*nodes.files, name);
            if (found.variable == nullptr || !lies_in_space(found, nodes) ||
                !is_place_along_z(*found.file, *found.variable))
                continue;
            if (auto levels = read_in_space(nodes, found, time_step)) return levels;
        }
    }
    for (const bool at_half_levels : {false, true})
        for (const auto& file : *nodes.files)
            for (const NetcdfVariable& variable : file->variables()) {
                const NetcdfComponent found{file.get(), &variable};
                const auto lies_there = at_half_levels ? lies_at_half_levels : lies_in_space;
                if (!is_height(*file, variable) || !lies_there(found, nodes)) continue;
                if (auto levels = read_in_space(nodes, found, time_step, at_half_levels)) return levels;
            }
    return std::nullopt;
}

/// Levels by the heights or pressures of WPS at the nodes. lack: set to the reason where these do not ascend.
std::optional<Levels> wps_levels(const NetcdfNodes& nodes, std::size_t time_step, std::string& lack)
{
    if (nodes.axes.xyz[2].name != wps_levels_dimension) return std::nullopt;
    const std::size_t columns = nodes.axes.xyz[0].length * nodes.axes.xyz[1].length;
    for (const char* name : {"GHT", "PRES"}) {
        const NetcdfComponent found = find_anywhere(*nodes.files, name);
        if (found.variable == nullptr || !lies_in_space(found, nodes)) continue;
        auto levels = read_in_space(nodes, found, time_step);
        if (!levels) continue;
        const bool is_pressure = name == std::string_view{"PRES"};
        levels->units = std::string{is_pressure ? "Pa" : "m"};
        levels->positive = std::string{is_pressure ? "down" : "up"};
        levels->remark = fmt::format("z of the nodes is '{}' in {}{}.", name, levels->units,
                                     is_pressure ? ", which falls upwards" : "");
        std::size_t folded = 0;
        for (std::size_t n = 0; n < columns; ++n) {
            bool rises = true, falls = true;
            for (std::size_t k = n + columns; k < levels->z.size(); k += columns) {
                rises = rises && levels->z[k] > levels->z[k - columns];
                falls = falls && levels->z[k] < levels->z[k - columns];
            }
            folded += rises || falls ? 0 : 1;
        }
        if (folded == 0) return levels;
        if (lack.empty())
            lack = fmt::format("those of '{}' neither rise nor fall from level to level in {} of {} columns",
                               name, folded, columns);
    }
    return std::nullopt;
}

/// The levels of a coordinate that holds positions itself.
Levels of_coordinate(const NetcdfNodes& nodes)
{
    const NetcdfAxis& axis = nodes.axes.xyz[2];
    Levels levels{axis.coordinates, axis.units, {}, false, {}};
    if (axis.coordinate == nullptr) return levels;
    const std::string direction =
        direction_of_values(*nodes.velocity.u.file, *axis.coordinate, axis.coordinates);
    if (direction == "down" || metres_in(axis.units)) levels.positive = direction.empty() ? "up" : direction;
    if (axis.length == 1) return levels;
    if (pascals_in(axis.units))
        levels.remark = fmt::format("z is pressure in {}, which falls upwards.", axis.units);
    else if (direction == "down")
        levels.remark =
            fmt::format("z is depth{}{}, counted downwards{}.", axis.units.empty() ? "" : " in ", axis.units,
                        nodes.velocity.w.variable == nullptr ? "" : "; so is the velocity along it");
    return levels;
}

/// True for a file without positions: its nodes are numbered along all axes.
bool is_without_places(const NetcdfNodes& nodes)
{
    const auto& xyz = nodes.axes.xyz;
    return xyz[0].coordinates.empty() && xyz[1].coordinates.empty() && !find_plane(nodes);
}

Levels numbered(const NetcdfNodes& nodes, const LevelFormula& formula, const std::string& lack)
{
    const NetcdfAxis& axis = nodes.axes.xyz[2];
    if (is_without_places(nodes)) {
        Levels levels = numbered_levels(axis.name, axis.length, {}, "");
        levels.units.clear();
        levels.remark.clear();
        return levels;
    }
    std::string why = lack;
    if (why.empty() && axis.name.starts_with("bottom_top"))
        why = "neither the heights' 'PH' and 'PHB' nor the pressures' 'P' and 'PB' are there";
    const std::string direction = direction_of_numbers(*nodes.files, dimension_of(nodes), formula);
    if (why.empty() && are_numbers(axis.coordinates))
        return numbers_of_levels(axis.coordinates, axis.coordinate->name, direction);
    if (why.empty() && axis.coordinate != nullptr)
        why = fmt::format("'{}' is no height, depth or pressure", axis.coordinate->name);
    if (why.empty()) why = "no heights, depths or pressures of them were found";
    return numbered_levels(axis.name, axis.length, direction, why);
}

/// True for levels of equal density or temperature, which have no places of their own.
bool are_of_a_state(const NetcdfAxis& axis)
{
    constexpr UnitDimension temperature{0, 0, 0, 1};
    const auto dimension = unit_dimension(axis.units);
    return axis.length > 1 && (dimension == dimension_of_density || dimension == temperature);
}

}  // namespace

bool has_plain_levels(const NetcdfNodes& nodes)
{
    const NetcdfAxis& axis = nodes.axes.xyz[2];
    if (axis.dimension < 0) return true;
    if (are_of_a_state(axis)) return false;
    if (axis.coordinate == nullptr || !find_level_formula(*nodes.files, dimension_of(nodes)).empty())
        return false;
    const NetcdfAxis& x = nodes.axes.xyz[0];
    const bool is_bare = axis.counts && (x.degrees || metres_in(x.units));
    return !is_bare && !counts_levels(*nodes.velocity.u.file, *axis.coordinate);
}

Levels levels_of(const NetcdfNodes& nodes, std::size_t time_step)
{
    const NetcdfAxis& axis = nodes.axes.xyz[2];
    if (has_plain_levels(nodes)) return of_coordinate(nodes);
    if (has_both(nodes, "PH", "PHB")) return wrf_heights(nodes, time_step);
    if (are_of_a_state(axis)) {
        if (auto found = levels_in_space(nodes, time_step)) return std::move(*found);
        const std::string direction =
            direction_of_values(*nodes.velocity.u.file, *axis.coordinate, axis.coordinates);
        return numbers_of_levels(axis.coordinates, axis.coordinate->name, direction);
    }
    const LevelFormula formula =
        find_level_formula(*nodes.files, dimension_of(nodes),
                           nodes.velocity.u.file->text(*nodes.velocity.u.variable, "coordinates"));
    std::string lack;
    if (!formula.empty()) {
        ComputedLevels computed =
            computed_levels(formula, axis.length, nodes.axes.xyz[0].length * nodes.axes.xyz[1].length,
                            LatticeTerms{nodes, time_step});
        if (computed.levels) return std::move(*computed.levels);
        lack = computed.lack;
    }
    if (auto found = levels_in_space(nodes, time_step)) return std::move(*found);
    if (auto found = wps_levels(nodes, time_step, lack)) return std::move(*found);
    if (has_both(nodes, "P", "PB")) return wrf_pressures(nodes, time_step);
    return numbered(nodes, formula, lack);
}

const NetcdfVariable* named_levels(const NetcdfNodes& nodes, const NetcdfComponent& component)
{
    const std::string named = component.file->text(*component.variable, "coordinates");
    for (const NetcdfComponent& along : along_levels(*nodes.files, dimension_of(nodes)))
        if (is_word_in(along.variable->name, named)) return along.variable;
    return nullptr;
}

LevelFormula find_level_formula(const NetcdfFiles& files, const NetcdfDimension& levels,
                                const std::string& named)
{
    LevelFormula formula;
    std::vector<NetcdfComponent> candidates = along_levels(files, levels);
    std::ranges::stable_partition(
        candidates, [&](const NetcdfComponent& one) { return is_word_in(one.variable->name, named); });
    for (const NetcdfComponent& along : candidates) {
        const std::string name = standard_name_of(*along.file, *along.variable);
        const std::string terms = along.file->text(*along.variable, "formula_terms");
        if (terms.empty() && !is_parametric(name)) continue;
        formula = {is_parametric(name) ? name : "", parse_formula_terms(terms), along.variable->name};
        if (!terms.empty()) break;
    }
    if (formula.coordinate.empty() && is_roms(levels.name)) formula.coordinate = levels.name;
    if (formula.coordinate.empty()) return {};
    if (is_roms(levels.name) || name_by_terms(formula).empty()) apply_transform(files, formula);
    add_usual_terms(files, levels.name, formula);
    return formula;
}

NetcdfComponent find_anywhere(const NetcdfFiles& files, const std::string& name)
{
    if (name.empty()) return {};
    for (const auto& file : files)
        if (const NetcdfVariable* found = file->find(name)) return {file.get(), found};
    return {};
}

NetcdfComponent require_term(const NetcdfFiles& files, const std::string& name)
{
    NetcdfComponent found = find_anywhere(files, name);
    for (const auto& file : files)
        for (const NetcdfVariable& variable : file->variables())
            if (found.variable == nullptr && lower_case(variable.name) == lower_case(name))
                found = {file.get(), &variable};
    if (found.variable == nullptr) throw std::runtime_error("is not there");
    if (!found.variable->numeric) throw std::runtime_error("holds no numbers");
    return found;
}

std::optional<LevelTerm> read_level_term(const NetcdfComponent& found, std::size_t levels,
                                         std::size_t time_step)
{
    const auto& dimensions = found.variable->dimensions;
    std::vector<std::size_t> start(dimensions.size(), 0), count(dimensions.size(), 1);
    bool of_levels = false, moves = false;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        const std::size_t length = dimensions[d].length;
        if (length <= 1) continue;
        const bool is_first = d == 0 && dimensions.size() > 1;  // of time
        if (!of_levels && !is_first && (length == levels || length == levels + 1)) {
            of_levels = true;
            count[d] = length;
        } else if (is_first) {
            start[d] = std::min(time_step, length - 1);
            moves = true;
        } else {
            return std::nullopt;
        }
    }
    std::vector<double> values = found.file->exact_values(*found.variable, start, count);
    if (values.empty()) return std::nullopt;
    if (of_levels && values.size() == levels + 1) values = means_of_neighbours(values);
    return LevelTerm{std::move(values), of_levels, false, moves, false};
}

LevelTerm in_si(LevelTerm term, const std::string& units)
{
    const auto pascals = pascals_in(units);
    const double factor = pascals ? *pascals : metres_in(units).value_or(1.0);
    term.is_pressure = pascals.has_value();
    for (double& value : term.values) value *= factor;
    return term;
}

bool counts_levels(const NetcdfFile& file, const NetcdfVariable& coordinate)
{
    const std::string name = standard_name_of(file, coordinate), units = file.text(coordinate, "units");
    const std::string said = lower_case(coordinate.name + " " + file.text(coordinate, "long_name"));
    if (is_length_or_pressure(units)) return false;
    const auto says = [&](const char* word) { return said.find(word) != std::string::npos; };
    return name == "model_level_number" || units.starts_with("level") || units.starts_with("layer") ||
           units.starts_with("sigma") || says("sigma") || says("hybrid level") ||
           says("generalized_height") || says("model level");
}

std::string direction_of_values(const NetcdfFile& file, const NetcdfVariable& variable,
                                const std::vector<double>& values)
{
    const bool is_negative = std::ranges::any_of(values, [](double value) { return value < 0.0; }),
               is_positive = std::ranges::any_of(values, [](double value) { return value > 0.0; });
    const std::string direction =
        direction_of_levels(file.text(variable, "positive"), standard_name_of(file, variable),
                            file.text(variable, "units"), variable.name, !is_negative);
    if (direction != "down" || !is_negative || is_positive) return direction;
    // xmitgcm's Z holds MITgcm's heights, called depths.
    file.remark(
        variable.name,
        "is said to be counted downwards, but is negative: it was taken as a height, counted upwards.");
    return "up";
}

bool is_place_along_z(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string units = file.text(variable, "units");
    if (!units.empty() && !is_length_or_pressure(units)) return false;
    if (is_parametric(standard_name_of(file, variable)) || !file.text(variable, "formula_terms").empty() ||
        counts_levels(file, variable))
        return false;
    if (direction_of(file, variable) == 'z') return true;
    const std::string name = standard_name_of(file, variable);
    if (name == "elevation" || name == "geopotential_height" || name.starts_with("height_above_") ||
        name.starts_with("depth"))
        return true;
    const std::string own = lower_case(variable.name);
    return !units.empty() && (own.starts_with("z") || own.find("depth") != std::string::npos ||
                              own.find("height") != std::string::npos);
}

bool are_numbers(const std::vector<double>& values)
{
    const bool are_integers =
        std::ranges::all_of(values, [](double value) { return value == std::round(value); });
    return !values.empty() && are_integers && std::ranges::adjacent_find(values, [](double a, double b) {
                                                  return std::abs(b - a) < 1.0;
                                              }) == values.end();
}

std::string direction_of_numbers(const NetcdfFiles& files, const NetcdfDimension& levels,
                                 const LevelFormula& formula)
{
    if (levels.name.starts_with("bottom_top")) return "up";
    for (const NetcdfComponent& along : along_levels(files, levels)) {
        if (!formula.coordinate.empty() && along.variable->name != formula.coordinate) continue;
        const std::vector<double> values = along.file->coordinates(*along.variable);
        const bool is_from_top =
            along.file->text(*along.variable, "long_name").find("generalized_height") != std::string::npos;
        std::string direction =
            direction_of_levels(along.file->text(*along.variable, "positive"), {}, {}, {}, false);
        if (direction.empty() && is_from_top) direction = std::string{"down"};
        if (direction.empty() && !formula.empty()) direction = grows_downwards(formula) ? "down" : "up";
        if (direction.empty() || values.size() < 2) continue;
        const bool is_kept = formula.empty() && are_numbers(values);
        if (is_kept || values.front() < values.back()) return direction;
        return direction == "down" ? "up" : "down";
    }
    return is_roms(levels.name) ? "up" : "";
}

}  // namespace farfield::compute

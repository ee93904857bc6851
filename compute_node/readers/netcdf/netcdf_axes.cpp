#include "compute_node/readers/netcdf/netcdf_axes.h"

#include "compute_node/fields/unit_dimension.h"
#include "compute_node/readers/common/level_formulas.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_time.h"
#include "compute_node/readers/netcdf/netcdf_words.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

enum class Role { X, Y, Z, Time, Other };

bool is_one_of(std::string_view value, std::initializer_list<std::string_view> known)
{
    return std::find(known.begin(), known.end(), value) != known.end();
}

bool starts_with_any(std::string_view value, std::initializer_list<std::string_view> prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view p) { return value.starts_with(p); });
}

Role role_by_attributes(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string axis = file.text(variable, "axis"), name = file.text(variable, "standard_name");
    std::string units = lower_case(file.text(variable, "units"));
    if (axis == "T" || name == "time" || units.find(" since ") != std::string::npos) return Role::Time;
    if (axis == "X" || is_one_of(name, {"longitude", "grid_longitude", "projection_x_coordinate"}))
        return Role::X;
    if (axis == "Y" || is_one_of(name, {"latitude", "grid_latitude", "projection_y_coordinate"}))
        return Role::Y;
    for (char& c : units)
        if (c == ' ' || c == '-') c = '_';  // "degrees east"
    if (is_one_of(units, {"degrees_east", "degree_east", "degrees_e", "degree_e", "degreee", "degreese",
                          "degrees_west", "degree_west", "degrees_w", "degree_w", "degreew", "degreesw"}))
        return Role::X;
    if (is_one_of(units, {"degrees_north", "degree_north", "degrees_n", "degree_n", "degreen", "degreesn",
                          "degrees_south", "degree_south"}))
        return Role::Y;
    if (axis == "Z" || !file.text(variable, "positive").empty()) return Role::Z;
    if (is_level_formula(name) || !file.text(variable, "formula_terms").empty()) return Role::Z;
    if (is_one_of(name, {"depth", "height", "altitude", "air_pressure"})) return Role::Z;
    return Role::Other;
}

Role role_by_name(const std::string& dimension)
{
    const std::string name = lower_case(dimension);
    if (starts_with_any(name, {"time", "ocean_time", "xtime"}) || name == "t") return Role::Time;
    if (starts_with_any(name, {"lon", "xi_", "xc", "xg", "nx", "west_east"}) ||
        is_one_of(name, {"x", "i", "i_g", "rlon", "nlon", "xp1", "x_rho", "x_u", "x_v"}))
        return Role::X;
    if (starts_with_any(name, {"lat", "eta_", "yc", "yg", "ny", "south_north"}) ||
        is_one_of(name, {"y", "j", "j_g", "rlat", "nlat", "yp1", "y_rho", "y_u", "y_v"}))
        return Role::Y;
    if (starts_with_any(name, {"depth", "dep", "lev", "height", "alt", "s_rho", "s_w", "sigma", "nz",
                               "pressure", "bottom_top"}) ||
        is_one_of(name, {"z", "k", "k_l", "k_u", "k_p1", "nav_lev", "zl", "zu", "zp1"}))
        return Role::Z;
    if (name.starts_with("num_") && name.ends_with("_levels")) return Role::Z;  // WPS
    return Role::Other;
}

/// True when any variable gives positions, as longitudes and latitudes or x and y.
bool has_positions(const NetcdfFile& file)
{
    return std::ranges::any_of(file.variables(), [&](const NetcdfVariable& variable) {
        const Role role = role_by_attributes(file, variable);
        return role == Role::X || role == Role::Y ||
               starts_with_any(lower_case(variable.name), {"lon", "lat", "xlong", "xlat", "nav_l"});
    });
}

/// True for a variable in a unit of heights, or of pressures in their place.
bool has_vertical_unit(const NetcdfFile& file, const NetcdfVariable& variable)
{
    constexpr UnitDimension length{1, 0}, pressure{-1, -2, 1};
    const std::string units = file.text(variable, "units");
    const auto unit = unit_dimension(units);
    return metres_in(units) || pascals_in(units) || (unit && (*unit == length || *unit == pressure));
}

/// True for a variable of this dimension alone that is not named like it.
bool lies_along_alone(const NetcdfVariable& variable, const NetcdfDimension& dimension)
{
    const auto& along = variable.dimensions;
    return variable.numeric && along.size() == 1 && along.front().id == dimension.id &&
           variable.name != dimension.name;
}

/// The only variable of this dimension alone that has a direction in space by its attributes; for levels,
/// where there is none, the only one in a unit of heights. None where there are several, as for the nodes of
/// a mesh.
const NetcdfVariable* auxiliary_coordinate(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    std::vector<const NetcdfVariable*> with_direction, with_unit;
    for (const NetcdfVariable& variable : file.variables()) {
        if (!lies_along_alone(variable, dimension)) continue;
        const Role role = role_by_attributes(file, variable);
        if (role != Role::Other && role != Role::Time) with_direction.push_back(&variable);
        if (role == Role::Other && role_by_name(dimension.name) == Role::Z &&
            has_vertical_unit(file, variable))
            with_unit.push_back(&variable);
    }
    const auto& found = with_direction.empty() ? with_unit : with_direction;
    return found.size() == 1 ? found.front() : nullptr;
}

/// True when other variables give the longitudes, times or heights along a dimension: of it alone, or over
/// two dimensions and more.
bool has_places_elsewhere(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const auto has_degrees = [&](const NetcdfVariable& variable) {
        return file.text(variable, "standard_name") == "longitude" ||
               lower_case(file.text(variable, "units")).starts_with("degree");
    };
    const Role named = role_by_name(dimension.name);
    return std::ranges::any_of(file.variables(), [&](const NetcdfVariable& variable) {
        const Role role = role_by_attributes(file, variable);
        if (role == Role::Other) return false;
        if (lies_along_alone(variable, dimension)) return named == Role::Other || named == role;
        const auto& along = variable.dimensions;
        return role == Role::X && named != Role::Time && named != Role::Z && variable.numeric &&
               along.size() > 1 && has_degrees(variable) &&
               std::ranges::find(along, dimension.id, &NetcdfDimension::id) != along.end();
    });
}

/// CF's coordinate variable, of one dimension and named like it; null where there is none, and where it only
/// numbers the elements and others give their places or times, as xarray and ECCO write it.
const NetcdfVariable* own_coordinate(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const NetcdfVariable* found = file.find(dimension.name);
    if (found == nullptr || !found->numeric || found->dimensions.size() != 1) return nullptr;
    return has_places_elsewhere(file, dimension) && numbers_elements(file, *found) ? nullptr : found;
}

/// own_coordinate(), or else auxiliary_coordinate().
const NetcdfVariable* coordinate_variable(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const NetcdfVariable* found = own_coordinate(file, dimension);
    return found != nullptr ? found : auxiliary_coordinate(file, dimension);
}

Role role_by_words(const NetcdfFile& file, const NetcdfVariable& variable)
{
    switch (direction_by_words(file, variable)) {
    case 'x':
        return Role::X;
    case 'y':
        return Role::Y;
    case 'z':
        return Role::Z;
    default:
        return Role::Other;
    }
}

/// The role of a dimension's coordinate variable: a unit of pressure alone makes it vertical (CF 4.3).
Role role_of_coordinate(const NetcdfFile& file, const NetcdfDimension& dimension,
                        const NetcdfVariable& coordinate)
{
    const Role role = role_by_attributes(file, coordinate);
    const bool is_pressure = coordinate.name == dimension.name && pascals_in(file.text(coordinate, "units"));
    return role == Role::Other && is_pressure ? Role::Z : role;
}

bool is_strictly_sorted(const std::vector<double>& values)
{
    const auto grows = [](double a, double b) { return !(a < b); };
    const auto falls = [](double a, double b) { return !(a > b); };
    return std::ranges::adjacent_find(values, grows) == values.end() ||
           std::ranges::adjacent_find(values, falls) == values.end();
}

/// The variables of this dimension alone, sorted, that are places along one direction by attributes or words,
/// where none is named like the dimension. None where they are of several directions, as places of points.
std::vector<const NetcdfVariable*> places_along(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    constexpr std::size_t longest = 100'000;  // all are read
    if (dimension.length < 2 || dimension.length > longest || own_coordinate(file, dimension)) return {};
    const Role of_dimension = role_by_name(dimension.name);
    std::vector<const NetcdfVariable*> found;
    Role common = of_dimension;
    for (const NetcdfVariable& variable : file.variables()) {
        if (!lies_along_alone(variable, dimension)) continue;
        Role role = role_by_attributes(file, variable);
        if (role == Role::Other) role = role_by_words(file, variable);
        if (role == Role::Other || role == Role::Time) continue;
        if (common == Role::Other) common = role;
        if (role != common) return {};
        found.push_back(&variable);
    }
    std::erase_if(found,
                  [&](const NetcdfVariable* one) { return !is_strictly_sorted(file.coordinates(*one)); });
    return found;
}

std::vector<std::string> names_of(const std::vector<const NetcdfVariable*>& variables)
{
    std::vector<std::string> names;
    for (const NetcdfVariable* variable : variables) names.push_back(variable->name);
    return names;
}

/// The role of a dimension by the words of its coordinate variable or of places along it.
Role role_by_places_along(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    if (const NetcdfVariable* own = own_coordinate(file, dimension)) return role_by_words(file, *own);
    const std::vector<const NetcdfVariable*> places = places_along(file, dimension);
    if (places.empty()) return Role::Other;
    const Role role = role_by_attributes(file, *places.front());
    return role == Role::Other ? role_by_words(file, *places.front()) : role;
}

/// The role of a dimension of any name along which longitudes (y, x) of a curvilinear grid's nodes lie.
Role role_by_places(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    for (const NetcdfVariable& variable : file.variables()) {
        const auto& along = variable.dimensions;
        if (!variable.numeric || along.size() != 2 || along[0].length < 2 || along[1].length < 2) continue;
        if (along[0].id != dimension.id && along[1].id != dimension.id) continue;
        if (role_by_attributes(file, variable) != Role::X) continue;
        return along[1].id == dimension.id ? Role::X : Role::Y;
    }
    return Role::Other;
}

/// The time along a dimension: a variable of it alone that calls itself the time, rather than one that is
/// another time by its unit; null where there is none.
const NetcdfVariable* auxiliary_time(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const NetcdfVariable* found = nullptr;
    for (const NetcdfVariable& variable : file.variables()) {
        const auto& along = variable.dimensions;
        if (!variable.numeric || along.size() != 1 || along.front().id != dimension.id ||
            role_by_attributes(file, variable) != Role::Time || is_reference_time(file, variable))
            continue;
        if (file.text(variable, "standard_name") == "time") return &variable;
        if (found == nullptr) found = &variable;
    }
    return found;
}

/// The variable of a dimension alone that counts from a reference time; null where there is none.
const NetcdfVariable* lead_time_along(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    for (const NetcdfVariable& variable : file.variables())
        if (variable.dimensions.size() == 1 && variable.dimensions.front().id == dimension.id &&
            is_lead_time(file, variable))
            return &variable;
    return nullptr;
}

/// The cells along one direction of a grid by the SGRID conventions, and the nodes (in one direction, faces)
/// between them.
struct SgridCells {
    std::string cells, nodes;
    std::ptrdiff_t first = 0;  ///< index of the node before cell 0
};

/// The two directions that a grid_topology's face_dimensions tell, "M: MC (padding: low) N: NC (padding:
/// low)"; empty where there is none. Source: SGRID conventions 0.3.
std::vector<SgridCells> sgrid_cells(const NetcdfFile& file)
{
    for (const NetcdfVariable& grid : file.variables()) {
        if (file.text(grid, "cf_role") != "grid_topology") continue;
        std::string said = file.text(grid, "face_dimensions");
        for (char& c : said)
            if (c == ':' || c == '(' || c == ')') c = ' ';
        std::istringstream words{said};
        std::vector<SgridCells> found;
        std::string cells, nodes, padding, kind;
        while (words >> cells >> nodes >> padding >> kind)
            if (padding == "padding")
                found.push_back({cells, nodes, kind == "low" || kind == "both" ? -1 : 0});
        if (found.size() == 2) return found;
    }
    return {};
}

/// The role of a dimension of SGRID that nothing else tells.
Role role_by_sgrid(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const std::vector<SgridCells> along = sgrid_cells(file);
    for (std::size_t direction = 0; direction < along.size(); ++direction)
        if (dimension.name == along[direction].cells || dimension.name == along[direction].nodes)
            return direction == 0 ? Role::X : Role::Y;
    return Role::Other;
}

/// The role of a dimension, by the variables along it, and by its name.
Role known_role(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const NetcdfVariable* coordinate = coordinate_variable(file, dimension);
    Role role = coordinate == nullptr ? Role::Other : role_of_coordinate(file, dimension, *coordinate);
    if (role == Role::Other) role = role_by_name(dimension.name);
    const NetcdfVariable* numbers = coordinate == nullptr ? file.find(dimension.name) : nullptr;
    if (role == Role::Other && numbers != nullptr) role = role_by_attributes(file, *numbers);
    if (role == Role::Other) role = role_by_sgrid(file, dimension);
    if (role == Role::Other && dimension.length > 1) role = role_by_places(file, dimension);
    if (role == Role::Other) role = role_by_places_along(file, dimension);
    const bool is_time =
        role == Role::Other && (auxiliary_time(file, dimension) || lead_time_along(file, dimension));
    return is_time ? Role::Time : role;
}

/// True for lists of a mesh's nodes, by number or place. The order of their dimensions tells nothing.
bool lists_a_mesh(const NetcdfVariable& variable)
{
    const std::string name = lower_case(variable.name);
    return starts_with_any(name, {"connect", "coord", "elem", "face", "node", "cell", "grid_corner"});
}

bool lies_along(const NetcdfVariable& variable, const NetcdfDimension& dimension)
{
    return std::ranges::find(variable.dimensions, dimension.id, &NetcdfDimension::id) !=
           variable.dimensions.end();
}

/// Roles for files in which neither names nor coordinates tell them: the last dimension of a variable is x,
/// the one before it y, and the one before these z.
Role role_by_order(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    if (has_positions(file) || std::ranges::any_of(file.variables(), lists_a_mesh)) return Role::Other;
    for (const NetcdfVariable& variable : file.variables()) {
        if (!variable.numeric || !lies_along(variable, dimension)) continue;
        std::vector<int> unknown;
        bool is_known = false;
        for (const NetcdfDimension& along : variable.dimensions) {
            const Role role = along.length > 1 ? known_role(file, along) : Role::Time;
            if (role == Role::Other) unknown.push_back(along.id);
            is_known = is_known || (role != Role::Other && role != Role::Time);
        }
        if (is_known || unknown.size() < 2) continue;
        for (std::size_t n = 0; n < std::min<std::size_t>(unknown.size(), 3); ++n)
            if (unknown[unknown.size() - 1 - n] == dimension.id)
                return std::array{Role::X, Role::Y, Role::Z}[n];
    }
    return Role::Other;
}

Role role_of(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const Role role = known_role(file, dimension);
    return role == Role::Other && dimension.length > 1 ? role_by_order(file, dimension) : role;
}

[[noreturn]] void throw_axis(const NetcdfFile& file, const NetcdfVariable& variable, const std::string& what)
{
    throw std::runtime_error(fmt::format("cannot read '{}': '{}' {}; expected at most one dimension along "
                                         "each of x, y and z, known by its coordinate variable or its name",
                                         file.path().string(), variable.name, what));
}

/// Converts longitudes or latitudes to degrees east and north.
void convert_angles(const NetcdfFile& file, NetcdfAxis& axis, NetcdfAxes& axes)
{
    const auto angle = angle_of(file, *axis.coordinate);
    axis.degrees = angle.has_value();
    if (!angle || angle->remark.empty()) return;
    for (double& value : axis.coordinates) value = angle->offset + angle->scale * value;
    axis.units = std::string{"degrees"};
    axes.remarks.push_back(angle->remark);
}

constexpr std::string_view taken_along = " was taken for the coordinates along ",
                           converted = " was converted ";

/// True for a remark on coordinates that words alone tell: of the faces beside them, too.
bool is_on_words(const std::string& remark, const NetcdfAxis& axis)
{
    return remark.find(taken_along) != std::string::npos ||
           remark.starts_with(fmt::format("Axis '{}'{}", axis.coordinate->name, converted));
}

/// The only one of places_along(), with a remark; null where there is none or, with another remark, several.
const NetcdfVariable* take_place_along(const NetcdfFile& file, const NetcdfDimension& along, NetcdfAxes& axes)
{
    const std::vector<const NetcdfVariable*> places = places_along(file, along);
    if (places.empty()) return nullptr;
    if (places.size() == 1) {
        const std::string said = file.text(*places.front(), "long_name");
        axes.remarks.push_back(fmt::format("'{}'{}'{}'{}.", places.front()->name, taken_along, along.name,
                                           said.empty() ? "" : fmt::format(": it is the '{}'", said)));
        return places.front();
    }
    axes.remarks.push_back(fmt::format("Each of {} may be the coordinates along '{}': none was taken.",
                                       names_in_sentence(names_of(places)), along.name));
    return nullptr;
}

NetcdfAxis read_axis(const NetcdfFile& file, const NetcdfVariable& variable, int dimension, NetcdfAxes& axes)
{
    const NetcdfDimension& along = variable.dimensions[dimension];
    NetcdfAxis axis;
    axis.dimension = dimension;
    axis.name = along.name;
    axis.length = along.length;
    axis.coordinates.clear();
    for (const SgridCells& cells : sgrid_cells(file))
        if (cells.cells == along.name) {
            axis.sgrid_faces = cells.nodes;
            axis.sgrid_first = cells.first;
        }
    if (const NetcdfVariable* own = file.find(along.name); own != nullptr)
        axis.shift = file.number(*own, "c_grid_axis_shift").value_or(0.0);
    axis.coordinate = coordinate_variable(file, along);
    if (axis.coordinate == nullptr) {
        axis.coordinate = take_place_along(file, along, axes);
        axis.by_words = axis.coordinate != nullptr;
    }
    if (axis.coordinate == nullptr) return axis;
    const std::string name = file.text(*axis.coordinate, "standard_name");
    axis.coordinates = file.coordinates(*axis.coordinate);
    axis.units = file.text(*axis.coordinate, "units");
    axis.rotated = is_one_of(name, {"grid_longitude", "grid_latitude"});
    axis.projected = is_one_of(name, {"projection_x_coordinate", "projection_y_coordinate"});
    convert_angles(file, axis, axes);
    axis.counts = axis.units == "1" || name.find("grid_index") != std::string::npos;
    if (const auto metres = metres_in(axis.units)) {
        for (double& value : axis.coordinates) value *= *metres;
        if (*metres != 1.0)
            axes.remarks.push_back(
                fmt::format("Axis '{}'{}from {} to m.", axis.coordinate->name, converted, axis.units));
        axis.units = std::string{"m"};
    }
    return axis;
}

void note_beyond_poles(const NetcdfAxis& axis, std::vector<std::string>& remarks)
{
    constexpr double pole = 90.0, rounding = 1e-4;
    const auto is_beyond = [](double latitude) { return std::abs(latitude) > pole + rounding; };
    if (const auto beyond = std::ranges::count_if(axis.coordinates, is_beyond); beyond > 0)
        remarks.push_back(
            fmt::format("{} of {} latitudes along '{}' lie beyond 90 degrees, which no place has: they count "
                        "as they are.",
                        beyond, axis.length, axis.coordinate->name));
}

/// Makes longitudes continuous that jump by a turn at the date line or at Greenwich.
void unwrap(NetcdfAxis& axis, NetcdfAxes& axes)
{
    constexpr double turn = 360.0;
    std::vector<double>& longitudes = axis.coordinates;
    if (std::is_sorted(longitudes.begin(), longitudes.end()) ||
        std::is_sorted(longitudes.rbegin(), longitudes.rend()))
        return;
    std::vector<double> continued = longitudes;
    for (std::size_t i = 1; i < continued.size(); ++i)
        continued[i] -= turn * std::round((continued[i] - continued[i - 1]) / turn);
    if (!std::is_sorted(continued.begin(), continued.end()) &&
        !std::is_sorted(continued.rbegin(), continued.rend()))
        return;  // found by the file's own values
    longitudes = continued;
    axes.remarks.push_back(
        fmt::format("Longitudes continue where they jump by 360 degrees: {:.6g} to {:.6g}.",
                    longitudes.front(), longitudes.back()));
}

/// The times along a dimension of time by their unit alone, as CROCO's scrum_time in "second" has it: values
/// of the dimension alone that ascend. Of several, one with "time" in its name; null where that leaves none,
/// and where the file has times in words.
const NetcdfVariable* duration_along(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    std::vector<const NetcdfVariable*> found;
    for (const NetcdfVariable& variable : file.variables()) {
        if (variable.dimensions.empty() || variable.dimensions.front().id != dimension.id) continue;
        if (!variable.numeric) return nullptr;
        const std::string units = time_unit_of(file, variable);  // of one letter it may be another: "m"
        if (variable.dimensions.size() != 1 || is_reference_time(file, variable) || units.size() < 2 ||
            !is_time_unit(units))
            continue;
        const std::vector<double> values = file.coordinates(variable);
        if (std::ranges::adjacent_find(values, std::greater_equal{}) == values.end())
            found.push_back(&variable);
    }
    if (found.size() < 2) return found.empty() ? nullptr : found.front();
    const auto named = std::ranges::find_if(found, [](const NetcdfVariable* variable) {
        return lower_case(variable->name).find("time") != std::string::npos;
    });
    return named == found.end() ? nullptr : *named;
}

/// The times along a dimension: its coordinate variable, or one that calls itself the time where that is
/// another time, as of a forecast's start.
const NetcdfVariable* time_along(const NetcdfFile& file, const NetcdfDimension& dimension)
{
    const NetcdfVariable *own = coordinate_variable(file, dimension),
                         *other = auxiliary_time(file, dimension);
    if (own == nullptr && other == nullptr) other = lead_time_along(file, dimension);
    if (own == nullptr) return other != nullptr ? other : duration_along(file, dimension);
    const bool is_another = is_reference_time(file, *own) ||
                            (is_lead_time(file, *own) && role_by_name(dimension.name) != Role::Time);
    return is_another && other != nullptr ? other : own;
}

/// Notes a dimension of time, and its steps: the one with several, not counted from the other, of two.
void take_time(const NetcdfFile& file, const NetcdfVariable& variable, int d, NetcdfAxes& axes)
{
    const NetcdfDimension& along = variable.dimensions[static_cast<std::size_t>(d)];
    const auto is_counted_from = [&](const NetcdfVariable* times) {
        return times != nullptr && is_lead_time(file, *times);
    };
    const NetcdfVariable* times = time_along(file, along);
    const auto first_is_shown = [&](const NetcdfDimension& of) {
        if (of.length > 1)
            axes.remarks.push_back(fmt::format("The first of {} along '{}' is shown.", of.length, of.name));
    };
    if (axes.time_dimension >= 0) {
        const NetcdfDimension& before = variable.dimensions[static_cast<std::size_t>(axes.time_dimension)];
        const bool stays =
            before.length > 1 &&
            (along.length == 1 || (is_counted_from(times) && !is_counted_from(axes.time_coordinate)));
        first_is_shown(stays ? along : before);
        if (stays) return;
    }
    axes.time_steps = along.length;
    axes.time_dimension = d;
    axes.time_coordinate = times;
}

}  // namespace

bool numbers_elements(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string units = file.text(variable, "units"), name = file.text(variable, "standard_name");
    if (!is_one_of(units, {"", "1", "count", "index"}) || !file.text(variable, "positive").empty() ||
        !file.text(variable, "formula_terms").empty())
        return false;
    if (!name.empty() && !name.ends_with("_index") && name != "model_level_number") return false;
    const std::vector<double> values = file.coordinates(variable);
    const auto breaks = [](double a, double b) { return b != a + 1.0; };
    return !values.empty() && values.front() == std::floor(values.front()) &&
           std::ranges::adjacent_find(values, breaks) == values.end();
}

std::optional<NetcdfAngle> angle_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string units = file.text(variable, "units"), lower = lower_case(units),
                      name = lower_case(variable.name);
    const bool is_named =
        is_one_of(file.text(variable, "standard_name"),
                  {"longitude", "latitude", "grid_longitude", "grid_latitude"}) ||
        starts_with_any(name, {"lon", "lat", "nav_lon", "nav_lat", "xlong", "xlat", "colat"});
    const bool are_degrees = lower.starts_with("degree");
    if (!is_named && !are_degrees) return std::nullopt;
    constexpr double at_pole = 90.0;
    const double scale = degrees_in(units).value_or(1.0);
    std::string said = lower_case(file.text(variable, "long_name") + file.text(variable, "standard_name"));
    std::erase(said, '-');  // "co-latitude"
    if (name.starts_with("colat") || said.find("colatitude") != std::string::npos)
        return NetcdfAngle{
            -scale, at_pole,
            fmt::format("'{}' counts from the north pole; latitudes are 90 degrees less it.", variable.name)};
    if (scale != 1.0)
        return NetcdfAngle{scale, 0.0,
                           fmt::format("'{}' was converted from {} to degrees {}.", variable.name, units,
                                       direction_of(file, variable) == 'y' ? "north" : "east")};
    if (units.empty() || are_degrees || degrees_in(units)) return NetcdfAngle{};
    if (!is_one_of(lower, {"1", "-", "none", "unitless", "dimensionless", "unknown", "n/a", "nd"}))
        return std::nullopt;
    return NetcdfAngle{1.0, 0.0,
                       fmt::format("'{}' has the unit {}, which is no angle: it was taken as degrees.",
                                   variable.name, units)};
}

NetcdfAxes find_axes(const NetcdfFile& file, const NetcdfVariable& variable)
{
    NetcdfAxes axes;
    for (int d = 0; d < static_cast<int>(variable.dimensions.size()); ++d) {
        const NetcdfDimension& dimension = variable.dimensions[d];
        const Role role = role_of(file, dimension);
        if (role == Role::Time) take_time(file, variable, d, axes);
        if (role == Role::Other && dimension.length > 1)
            axes.remarks.push_back(
                fmt::format("The first of {} along '{}' is shown.", dimension.length, dimension.name));
        if (role == Role::Time || role == Role::Other) continue;
        NetcdfAxis& axis = axes.xyz[static_cast<int>(role)];
        if (axis.dimension >= 0 && dimension.length == 1) continue;  // "height" of a level beside pressures
        if (axis.dimension >= 0 && axis.length > 1)
            throw_axis(file, variable,
                       fmt::format("has two dimensions along {}", "xyz"[static_cast<int>(role)]));
        axis = read_axis(file, variable, d, axes);
        if (role == Role::X && axis.degrees) unwrap(axis, axes);
        if (role == Role::Y && axis.degrees) note_beyond_poles(axis, axes.remarks);
    }
    if (axes.xyz[0].dimension < 0 || axes.xyz[1].dimension < 0)
        throw_axis(file, variable, "has no horizontal dimensions");
    return axes;
}

std::vector<std::string> names_along(const NetcdfFile& file, const NetcdfVariable& variable,
                                     const NetcdfAxis& axis)
{
    if (axis.dimension < 0 || (!axis.coordinates.empty() && !axis.by_words)) return {};
    return names_of(places_along(file, variable.dimensions[static_cast<std::size_t>(axis.dimension)]));
}

bool number_nodes(const NetcdfFile& file, const NetcdfVariable& variable,
                  const std::vector<std::string>& places, NetcdfAxes& axes, std::vector<std::string>& remarks)
{
    const auto is_placed = [](const NetcdfAxis& axis) { return !axis.coordinates.empty() && !axis.by_words; };
    if (is_placed(axes.xyz[0]) || is_placed(axes.xyz[1]) || has_positions(file) ||
        !file.text(variable, "coordinates").empty() ||
        !file.text(variable, "coordinate_interpolation").empty())
        return false;
    for (NetcdfAxis& axis : axes.xyz) {
        const bool is_horizontal = &axis != &axes.xyz[2];
        if (!axis.coordinates.empty() && !(is_horizontal && axis.by_words)) continue;
        if (axis.by_words)
            std::erase_if(remarks, [&](const std::string& remark) { return is_on_words(remark, axis); });
        axis.units.clear();
        axis.degrees = false;
        axis.coordinates.resize(axis.length);
        std::iota(axis.coordinates.begin(), axis.coordinates.end(), 0.0);
    }
    remarks.push_back(fmt::format(
        "{}: indices along '{}' (x) and '{}' (y) are used, from 0.",
        places.empty()
            ? "There are no coordinates"
            : fmt::format("The nodes' places are not known, though there are {}", names_in_sentence(places)),
        axes.xyz[0].name, axes.xyz[1].name));
    return true;
}

char direction_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    switch (role_by_attributes(file, variable)) {
    case Role::X:
        return 'x';
    case Role::Y:
        return 'y';
    case Role::Z:
        return 'z';
    case Role::Time:
        return 't';
    case Role::Other:
        break;
    }
    return ' ';
}

int spatial_dimensions(const NetcdfFile& file, const NetcdfVariable& variable)
{
    return static_cast<int>(
        std::count_if(variable.dimensions.begin(), variable.dimensions.end(), [&](const auto& d) {
            const Role role = role_of(file, d);
            return role == Role::X || role == Role::Y || role == Role::Z;
        }));
}

}  // namespace farfield::compute

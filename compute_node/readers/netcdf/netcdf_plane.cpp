#include "compute_node/readers/netcdf/netcdf_plane.h"

#include "compute_node/grids/geo.h"
#include "compute_node/readers/netcdf/netcdf_direction.h"
#include "compute_node/readers/netcdf/netcdf_stagger.h"
#include "compute_node/readers/netcdf/netcdf_units.h"
#include "compute_node/support/lower_case.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace farfield::compute {

namespace {

struct Pair {
    NetcdfComponent x, y;
};

/// Chooses the pair out of some variables by their attributes.
Pair by_direction(const NetcdfNodes& nodes, const std::vector<NetcdfComponent>& candidates)
{
    Pair pair;
    for (const NetcdfComponent& candidate : candidates) {
        if (!lies_on_plane(*candidate.file, *candidate.variable, nodes)) continue;
        const char direction = direction_of(*candidate.file, *candidate.variable);
        if (direction == 'x' && pair.x.variable == nullptr) pair.x = candidate;
        if (direction == 'y' && pair.y.variable == nullptr) pair.y = candidate;
    }
    return pair;
}

/// The velocity's own file first: another may have coordinates of the same names.
std::vector<const NetcdfFile*> files_in_order(const NetcdfNodes& nodes)
{
    std::vector<const NetcdfFile*> files{nodes.velocity.u.file};
    for (const auto& file : *nodes.files)
        if (file.get() != nodes.velocity.u.file) files.push_back(file.get());
    return files;
}

std::vector<NetcdfComponent> named_coordinates(const NetcdfNodes& nodes)
{
    std::vector<NetcdfComponent> found;
    std::istringstream names{nodes.velocity.u.file->text(*nodes.velocity.u.variable, "coordinates")};
    for (std::string name; names >> name;)
        for (const NetcdfFile* file : files_in_order(nodes))
            if (const NetcdfVariable* variable = file->find(name)) found.push_back({file, variable});
    return found;
}

std::vector<NetcdfComponent> all_variables(const NetcdfNodes& nodes)
{
    std::vector<NetcdfComponent> all;
    for (const NetcdfFile* file : files_in_order(nodes))
        for (const NetcdfVariable& variable : file->variables()) all.push_back({file, &variable});
    return all;
}

bool is_complete(const Pair& pair)
{
    return pair.x.variable != nullptr && pair.y.variable != nullptr;
}

Pair find_pair(const NetcdfNodes& nodes)
{
    for (const auto& candidates : {named_coordinates(nodes), all_variables(nodes)})
        if (const Pair pair = by_direction(nodes, candidates); is_complete(pair)) return pair;
    // Models' own names, where attributes say nothing, or a wrong unit.
    constexpr std::array<std::array<const char*, 2>, 6> names{{{"x_rho", "y_rho"},
                                                               {"lon_rho", "lat_rho"},
                                                               {"nav_lon", "nav_lat"},
                                                               {"XLONG", "XLAT"},
                                                               {"longitude", "latitude"},
                                                               {"lon", "lat"}}};
    for (const auto& [x, y] : names)
        if (const Pair pair{find_on_plane(nodes, x), find_on_plane(nodes, y)}; is_complete(pair)) return pair;
    return {};
}

/// Named as longitudes and latitudes are, and within their limits.
bool are_degrees_by_name(const Pair& pair, const std::vector<double>& x, const std::vector<double>& y)
{
    constexpr double one_and_a_half_turns = 540.0, pole = 90.0;
    const auto within = [](const std::vector<double>& values, double most) {
        return std::ranges::all_of(values, [&](double v) { return !(std::abs(v) > most); });
    };
    const std::string name = lower_case(pair.x.variable->name);
    return name.find("lon") != std::string::npos && within(x, one_and_a_half_turns) && within(y, pole);
}

std::vector<double> read_in_metres(const NetcdfComponent& positions)
{
    std::vector<double> values = read_exact_plane(positions);
    const double metres = metres_in(positions.file->text(*positions.variable, "units")).value_or(1.0);
    for (double& value : values) value *= metres;
    return values;
}

/// Lets longitudes follow on from those before them, across the date line.
void unwrap(std::vector<double>& longitudes, std::size_t width)
{
    for (std::size_t n = 1; n < longitudes.size(); ++n) {
        const double before = n % width != 0 ? longitudes[n - 1] : longitudes[n - width];
        if (std::isfinite(before) && std::isfinite(longitudes[n]))
            longitudes[n] -= 360.0 * std::round((longitudes[n] - before) / 360.0);
    }
}

struct Turn : AxisDirections {
    std::string source;
};

std::optional<Turn> turn_in_file(const NetcdfNodes& nodes)
{
    const NetcdfComponent sine = find_on_plane(nodes, "SINALPHA"), cosine = find_on_plane(nodes, "COSALPHA");
    if (sine.variable != nullptr && cosine.variable != nullptr)
        return Turn{{read_plane(sine, 0), read_plane(cosine, 0)}, "SINALPHA and COSALPHA"};
    const NetcdfComponent angle = find_on_plane(nodes, "angle");
    if (angle.variable == nullptr) return std::nullopt;
    const bool degrees = angle.file->text(*angle.variable, "units").starts_with("degree");
    Turn turn{{read_plane(angle, 0), {}}, "'angle'"};
    for (float& a : turn.sine) {
        const double turned = degrees ? a * radians_per_degree : a;
        turn.cosine.push_back(static_cast<float>(std::cos(turned)));
        a = static_cast<float>(std::sin(turned));
    }
    return turn;
}

/// East and north, at a third place, of the way from one place to another, which holds about a pole too.
glm::dvec2 chord_between(const NetcdfPlane& plane, std::size_t from, std::size_t to, std::size_t seen_from)
{
    const auto direction = [&](std::size_t n) {
        const double longitude = plane.x[n] * radians_per_degree, latitude = plane.y[n] * radians_per_degree;
        return glm::dvec3{std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                          std::sin(latitude)};
    };
    const double longitude = plane.x[seen_from] * radians_per_degree;
    const double latitude = plane.y[seen_from] * radians_per_degree;
    const glm::dvec3 east{-std::sin(longitude), std::cos(longitude), 0.0};
    const glm::dvec3 north{-std::sin(latitude) * std::cos(longitude),
                           -std::sin(latitude) * std::sin(longitude), std::cos(latitude)};
    const glm::dvec3 way = direction(to) - direction(from);
    return {glm::dot(east, way), glm::dot(north, way)};
}

/// Says that 0 is land.
bool is_sea_mask(const NetcdfFile& file, const NetcdfVariable& variable)
{
    return variable.name == "mask_rho" || file.text(variable, "option_0") == "land" ||
           (variable.name.starts_with("mask") && file.text(variable, "flag_meanings").starts_with("land"));
}

}  // namespace

std::optional<NetcdfPlane> find_plane(const NetcdfNodes& nodes)
{
    const Pair pair = find_pair(nodes);
    if (!is_complete(pair)) return std::nullopt;
    const std::string units = pair.x.file->text(*pair.x.variable, "units");
    const auto metres = metres_in(units);
    NetcdfPlane plane{
        read_in_metres(pair.x), read_in_metres(pair.y),
        direction_of(*pair.x.file, *pair.x.variable) == 'x' && !metres && !units.starts_with("m"),
        metres ? "m" : units,
        fmt::format("Nodes lie where '{}' and '{}' say{}.", pair.x.variable->name, pair.y.variable->name,
                    metres.value_or(1.0) == 1.0 ? "" : fmt::format(", converted from {} to m", units))};
    if (!plane.degrees && direction_of(*pair.x.file, *pair.x.variable) == ' ' &&
        are_degrees_by_name(pair, plane.x, plane.y)) {
        plane.degrees = true;
        plane.units = "degrees";
    }
    const unsigned width = dims_of(nodes.axes).x, height = dims_of(nodes.axes).y;
    if (plane.degrees) unwrap(plane.x, width);
    if (nodes.faces_follow_nodes)
        for (std::vector<double>* values : {&plane.x, &plane.y})
            *values = between_faces(*values, {width, height, 1}, 0, -1, width);
    return plane;
}

void distinguish_faces(NetcdfNodes& nodes)
{
    const NetcdfVelocity& velocity = nodes.velocity;
    if (nodes.staggered || velocity.u.file == velocity.v.file) return;
    const auto u = find_plane(nodes);
    const auto v = find_plane({nodes.files, {velocity.v, velocity.v, {}}, nodes.axes, false, false});
    if (!u || !v || has_own_positions(nodes.axes, u) || u->x.size() < 2) return;
    const double apart = std::hypot(u->x[0] - v->x[0], u->y[0] - v->y[0]);
    const double spacing = std::hypot(u->x[1] - u->x[0], u->y[1] - u->y[0]);
    constexpr double noticeable = 0.1;
    if (!(apart > noticeable * spacing)) return;
    nodes.staggered = nodes.faces_follow_nodes = true;
    nodes.axes.remarks.push_back(fmt::format(
        "'{}' and '{}' lie apart, on the faces of the cells (Arakawa C grid), and were averaged to "
        "their centres.",
        velocity.u.variable->name, velocity.v.variable->name));
}

bool has_own_positions(const NetcdfAxes& axes, const std::optional<NetcdfPlane>& plane)
{
    const NetcdfAxis &x = axes.xyz[0], &y = axes.xyz[1];
    if (x.coordinates.empty() || y.coordinates.empty() || x.counts || y.counts) return false;
    const bool may_count = x.units.empty() && y.units.empty() && !x.degrees && !y.degrees;
    return !(may_count && plane && plane->degrees);
}

AxisDirections directions_of_rows(const NetcdfPlane& plane, std::size_t width)
{
    AxisDirections axis;
    for (std::size_t n = 0; n < plane.x.size(); ++n) {
        const std::size_t i = n % width, before = i == 0 ? n : n - 1, after = i + 1 == width ? n : n + 1;
        glm::dvec2 way{plane.x[after] - plane.x[before], plane.y[after] - plane.y[before]};
        if (plane.degrees) way = chord_between(plane, before, after, n);
        const double length = std::hypot(way.x, way.y);
        axis.sine.push_back(static_cast<float>(length > 0.0 ? way.y / length : 0.0));
        axis.cosine.push_back(static_cast<float>(length > 0.0 ? way.x / length : 1.0));
    }
    return axis;
}

void turn_to_east(const NetcdfNodes& nodes, const NetcdfPlane& plane, std::vector<float>& velocity,
                  std::vector<std::string>& remarks)
{
    const std::string &u = nodes.velocity.u.variable->name, &v = nodes.velocity.v.variable->name;
    const Along axes = direction_of_velocity(nodes);
    if (axes == Along::EastAndNorth) return;
    auto turn = turn_in_file(nodes);
    if (!turn && (nodes.staggered || axes == Along::GridAxes))
        turn = Turn{directions_of_rows(plane, nodes.axes.xyz[0].length), "the way the grid lies"};
    if (!turn) {
        remarks.push_back(fmt::format("'{}' and '{}' are taken as eastward and northward.", u, v));
        return;
    }
    for (std::size_t n = 0; n < velocity.size() / 3; ++n) {
        const std::size_t at = n % turn->sine.size();
        const float along = velocity[3 * n], across = velocity[3 * n + 1];
        velocity[3 * n] = along * turn->cosine[at] - across * turn->sine[at];
        velocity[3 * n + 1] = along * turn->sine[at] + across * turn->cosine[at];
    }
    remarks.push_back(
        fmt::format("'{}' and '{}' run along the grid's axes and were turned to east and north by {}.", u, v,
                    turn->source));
}

void blank_land(const NetcdfNodes& nodes, GridData& data)
{
    for (const NetcdfComponent& mask : all_variables(nodes)) {
        if (!is_sea_mask(*mask.file, *mask.variable) || !lies_on_plane(*mask.file, *mask.variable, nodes))
            continue;
        const std::vector<float> sea = read_plane(mask, 0);
        data.blanked.assign(node_count(data), 0);
        for (std::size_t n = 0; n < data.blanked.size(); ++n)
            data.blanked[n] = sea[n % sea.size()] < 0.5F ? 1 : 0;
        data.remarks.push_back(
            fmt::format("Land, by the mask '{}', is no part of the flow.", mask.variable->name));
        return;
    }
}

}  // namespace farfield::compute

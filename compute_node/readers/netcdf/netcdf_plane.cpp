#include "compute_node/readers/netcdf/netcdf_plane.h"

#include "compute_node/grids/geo.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_direction.h"
#include "compute_node/readers/netcdf/netcdf_places.h"
#include "compute_node/readers/netcdf/netcdf_stagger.h"
#include "compute_node/readers/netcdf/netcdf_steps.h"
#include "compute_node/readers/netcdf/netcdf_words.h"
#include "compute_node/support/lower_case.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

struct Pair {
    NetcdfComponent x, y;
    bool named = false;
};

/// The direction of a variable by its attributes, or else by its words.
char direction_of_place(const NetcdfComponent& place)
{
    const char direction = direction_of(*place.file, *place.variable);
    return direction == ' ' ? direction_by_words(*place.file, *place.variable) : direction;
}

/// Chooses the pair out of some variables by their directions.
template <class Direction>
Pair by_direction(const NetcdfNodes& nodes, const std::vector<NetcdfComponent>& candidates,
                  const Direction& direction_of_one)
{
    Pair pair;
    for (const NetcdfComponent& candidate : candidates) {
        if (!lies_on_plane(*candidate.file, *candidate.variable, nodes)) continue;
        const char direction = direction_of_one(candidate);
        if (direction == 'x' && pair.x.variable == nullptr) pair.x = candidate;
        if (direction == 'y' && pair.y.variable == nullptr) pair.y = candidate;
    }
    return pair;
}

/// The files to search: the velocity's own first, as another may have coordinates of the same names.
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

/// The variables on the nodes' plane that their words call places; nothing else says that the nodes lie
/// there.
std::vector<NetcdfComponent> places_by_words(const NetcdfNodes& nodes)
{
    std::vector<NetcdfComponent> found;
    for (const NetcdfComponent& one : all_variables(nodes)) {
        const char direction = direction_by_words(*one.file, *one.variable);
        if (one.variable->dimensions.size() > 1 && (direction == 'x' || direction == 'y') &&
            is_called_place(*one.file, *one.variable) && lies_on_plane(*one.file, *one.variable, nodes))
            found.push_back(one);
    }
    return found;
}

Pair find_pair(const NetcdfNodes& nodes)
{
    if (Pair pair = by_direction(nodes, named_coordinates(nodes), direction_of_place); is_complete(pair)) {
        pair.named = true;
        return pair;
    }
    const auto by_attributes = [](const NetcdfComponent& one) {
        return direction_of(*one.file, *one.variable);
    };
    if (const Pair pair = by_direction(nodes, all_variables(nodes), by_attributes); is_complete(pair))
        return pair;
    // Models' own names, for files whose attributes say nothing, or a wrong unit.
    constexpr std::array<std::array<const char*, 2>, 11> names{{{"x_rho", "y_rho"},
                                                                {"x_u", "y_u"},
                                                                {"x_v", "y_v"},
                                                                {"lon_rho", "lat_rho"},
                                                                {"nav_lon", "nav_lat"},
                                                                {"XLONG", "XLAT"},
                                                                {"XLONG_M", "XLAT_M"},
                                                                {"XLONG_U", "XLAT_U"},
                                                                {"XLONG_V", "XLAT_V"},
                                                                {"longitude", "latitude"},
                                                                {"lon", "lat"}}};
    for (const auto& [x, y] : names)
        if (const Pair pair{find_on_plane(nodes, x), find_on_plane(nodes, y)}; is_complete(pair)) return pair;
    const std::vector<NetcdfComponent> places = places_by_words(nodes);
    return places.size() == 2 ? by_direction(nodes, places, direction_of_place) : Pair{};
}

/// True when names are those of longitudes and latitudes, and values mostly within their limits.
bool are_degrees_by_name(const Pair& pair, const std::vector<double>& x, const std::vector<double>& y)
{
    if (lower_case(pair.x.variable->name).find("lon") == std::string::npos) return false;
    std::size_t within = 0, known = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        known += std::isfinite(x[n]) && std::isfinite(y[n]) ? 1 : 0;
        within += is_on_earth(x[n], y[n]) ? 1 : 0;
    }
    return 2 * within > known;
}

/// Reads positions in metres, or degrees east and north. remark: the conversion or assumption made.
std::vector<double> read_converted(const NetcdfComponent& positions, std::size_t step, std::string& remark)
{
    const auto& [file, variable] = positions;
    std::vector<double> values = read_exact_plane(positions, step);
    const auto metres = metres_in(file->text(*variable, "units"));
    const NetcdfAngle angle =
        metres ? NetcdfAngle{*metres} : angle_of(*file, *variable).value_or(NetcdfAngle{});
    if (!angle.remark.empty()) remark += " " + angle.remark;
    for (double& value : values) value = angle.offset + angle.scale * value;
    return values;
}

/// Makes longitudes continuous across the date line.
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

std::optional<Turn> turn_in_file(const NetcdfNodes& nodes, std::size_t step)
{
    const NetcdfComponent sine = find_on_plane(nodes, "SINALPHA"), cosine = find_on_plane(nodes, "COSALPHA");
    if (sine.variable != nullptr && cosine.variable != nullptr)
        return Turn{{read_plane(sine, step), read_plane(cosine, step)}, "SINALPHA and COSALPHA"};
    NetcdfComponent angle;
    for (const char* name : {"angle", "ANGLE", "ANGLET", "ALFAS"})  // ROMS, POP, CICE, Delft3D
        if (angle.variable == nullptr) angle = find_on_plane(nodes, name);
    if (angle.variable == nullptr) return std::nullopt;
    // Delft3D's are degrees; those of others that say nothing are radians.
    const auto unit = degrees_in(angle.file->text(*angle.variable, "units"));
    const bool degrees = angle.variable->name == "ALFAS";
    const double in_radians = unit ? *unit * radians_per_degree : degrees ? radians_per_degree : 1.0;
    Turn turn{{read_plane(angle, step), {}}, fmt::format("'{}'", angle.variable->name)};
    if (!unit) turn.source += degrees ? " (taken as degrees)" : " (taken as radians)";
    for (float& a : turn.sine) {
        const double turned = in_radians * a;
        turn.cosine.push_back(static_cast<float>(std::cos(turned)));
        a = static_cast<float>(std::sin(turned));
    }
    return turn;
}

/// The direction of a grid's rows at its nodes, by the places of nodes along them.
class RowDirections {
public:
    RowDirections(const NetcdfPlane& plane, std::size_t width) : plane_{plane}, width_{width} {}

    /// The way along x at a node, east and north or along x and y: to second order in the spacing where two
    /// other nodes have places. None where no node beside it along the row has one.
    [[nodiscard]] std::optional<glm::dvec2> at(std::size_t n) const
    {
        const auto before = place_of(n, -1), after = place_of(n, 1);
        if (before && after) return seen_from(n, *after - *before);
        const glm::dvec3 here = place(n);
        if (after) {
            const auto next = place_of(n, 2);
            return seen_from(n, next ? 4.0 * *after - *next - 3.0 * here : *after - here);
        }
        if (!before) return std::nullopt;
        const auto next = place_of(n, -2);
        return seen_from(n, next ? 3.0 * here - 4.0 * *before + *next : here - *before);
    }

private:
    /// The place of the node `steps` further along the row; none where that is unknown, or the row ends.
    [[nodiscard]] std::optional<glm::dvec3> place_of(std::size_t n, int steps) const
    {
        const auto column = static_cast<std::ptrdiff_t>(n % width_) + steps;
        if (column < 0 || column >= static_cast<std::ptrdiff_t>(width_)) return std::nullopt;
        const std::size_t other = n - n % width_ + static_cast<std::size_t>(column);
        if (!plane_.unknown.empty() && plane_.unknown[other] != 0) return std::nullopt;
        return place(other);
    }
    /// On the unit sphere, or on the plane.
    [[nodiscard]] glm::dvec3 place(std::size_t n) const
    {
        if (!plane_.degrees) return {plane_.x[n], plane_.y[n], 0.0};
        const double longitude = plane_.x[n] * radians_per_degree,
                     latitude = plane_.y[n] * radians_per_degree;
        return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                std::sin(latitude)};
    }
    /// East and north at a node, also about a pole.
    [[nodiscard]] glm::dvec2 seen_from(std::size_t n, const glm::dvec3& way) const
    {
        if (!plane_.degrees) return {way.x, way.y};
        const double longitude = plane_.x[n] * radians_per_degree,
                     latitude = plane_.y[n] * radians_per_degree;
        const glm::dvec3 east{-std::sin(longitude), std::cos(longitude), 0.0};
        const glm::dvec3 north{-std::sin(latitude) * std::cos(longitude),
                               -std::sin(latitude) * std::sin(longitude), std::cos(latitude)};
        return {glm::dot(east, way), glm::dot(north, way)};
    }

    const NetcdfPlane& plane_;
    std::size_t width_;
};

/// The direction at the nearest node of the same column that has one; along x or east where none has.
glm::dvec2 nearest_in_column(const std::vector<std::optional<glm::dvec2>>& ways, std::size_t n,
                             std::size_t width)
{
    for (std::size_t away = width; away < ways.size(); away += width) {
        if (n >= away && ways[n - away]) return *ways[n - away];
        if (n + away < ways.size() && ways[n + away]) return *ways[n + away];
    }
    return {1.0, 0.0};
}

/// The value by which a mask means land; none for a variable that is no such mask. Names: those of ROMS,
/// NEMO, MOM6 and POM. Source of the attributes: CF 1.11, section 3.5 and the table of standard names.
std::optional<float> land_of(const NetcdfFile& file, const NetcdfVariable& variable)
{
    const std::string standard_name = file.text(variable, "standard_name");
    std::istringstream meanings{file.text(variable, "flag_meanings")};
    const std::vector<double> values = file.numbers(variable, "flag_values");
    std::string meaning;
    for (std::size_t n = 0; meanings >> meaning; ++n)
        if (meaning == "land" && n < values.size()) return static_cast<float>(values[n]);
    if (file.text(variable, "option_0") == "land") return 0.0F;  // whatever its standard name, as in CROCO
    if (standard_name == "land_binary_mask") return 1.0F;
    constexpr std::array<std::string_view, 4> of_sea{"mask_rho", "tmask", "wet", "fsm"};
    const bool is_sea = std::ranges::find(of_sea, variable.name) != of_sea.end() ||
                        (values.empty() && variable.name.starts_with("mask") &&
                         file.text(variable, "flag_meanings").starts_with("land")) ||
                        standard_name.starts_with("sea_binary_mask");
    return is_sea ? std::optional{0.0F} : std::nullopt;
}

/// The reason why a mask of land does not hold for the variable shown; "" where it does.
std::string reason_to_pass_over(const NetcdfComponent& mask, const NetcdfVelocity& shown)
{
    if (shown.u.variable == nullptr) return {};
    const auto text = [](const NetcdfComponent& of, const char* name) {
        return lower_case(of.file->text(*of.variable, name));
    };
    const std::string said = text(shown.u, "standard_name") + ' ' + text(shown.u, "long_name");
    const auto says = [&](const char* word) { return said.find(word) != std::string::npos; };
    const std::string& name = shown.u.variable->name;
    if (says("wind") || name == "u10" || name == "u100") return "a wind blows there, too";
    const bool is_of_sea = says("sea") || says("ocean") || says("current");
    const bool is_alone = shown.v.variable == nullptr || shown.v.variable == shown.u.variable;
    if (is_alone && !is_of_sea && text(mask, "standard_name") == "land_binary_mask")
        return fmt::format("nothing says that '{}' is of the sea", name);
    return {};
}

}  // namespace

namespace {

/// Fills in places of unknown nodes from those of others.
void fill_unknown(const Pair& pair, std::size_t width, NetcdfPlane& plane)
{
    plane.unknown = unknown_places(plane.x, plane.y, width, plane.degrees);
    const std::size_t shared = plane.degrees ? mark_shared(plane.x, plane.y, width, plane.unknown) : 0;
    if (shared > 0)
        plane.remark += fmt::format(
            " {} of them have the very same place as others beside them, which was taken for none.", shared);
    if (plane.unknown.empty()) return;
    if (std::ranges::find(plane.unknown, 0) == plane.unknown.end())
        throw std::runtime_error(fmt::format("cannot read '{}': '{}' and '{}' have no place at any node; "
                                             "expected longitudes and latitudes, or x "
                                             "and y, here or in a second file: FILE+GRID",
                                             pair.x.file->path().string(), pair.x.variable->name,
                                             pair.y.variable->name));
    fill_places(plane.x, plane.unknown, width, plane.degrees);
    fill_places(plane.y, plane.unknown, width, false);
}

/// The remark that parts are not read, where nodes have places on several faces (of a cubed sphere) along one
/// more dimension.
std::string remark_on_faces(const Pair& pair, const NetcdfNodes& nodes)
{
    const auto is_along = [&](const std::string& name) {
        return std::ranges::any_of(
            nodes.axes.xyz, [&](const NetcdfAxis& axis) { return axis.dimension >= 0 && axis.name == name; });
    };
    const auto& along = pair.x.variable->dimensions;
    const int time = find_axes(*pair.x.file, *pair.x.variable).time_dimension;
    for (int d = 0; d < static_cast<int>(along.size()); ++d) {
        const auto& [id, name, length, first] = along[static_cast<std::size_t>(d)];
        if (d != time && length > 1 && !is_along(name))
            return fmt::format(
                " They have places of their own for each of {} along '{}', of which the first is "
                "shown: {} of {} parts of the grid are missing.",
                length, name, length - 1, length);
    }
    return {};
}

NetcdfPlane read_pair_at(const Pair& pair, const NetcdfNodes& nodes, std::size_t step)
{
    const std::size_t width = nodes.axes.xyz[0].length;
    const std::string units = pair.x.file->text(*pair.x.variable, "units");
    const auto metres = metres_in(units);
    std::string converted;
    std::vector<double> x = read_converted(pair.x, step, converted),
                        y = read_converted(pair.y, step, converted);
    NetcdfPlane plane{
        std::move(x), std::move(y),
        direction_of(*pair.x.file, *pair.x.variable) == 'x' && !metres && !units.starts_with("m"),
        metres ? "m" : units,
        fmt::format("Nodes lie where '{}' and '{}' say{}.", pair.x.variable->name, pair.y.variable->name,
                    metres.value_or(1.0) == 1.0 ? "" : fmt::format(", converted from {} to m", units))};
    plane.remark += converted + remark_on_faces(pair, nodes);
    plane.named = pair.named;
    plane.step = step;
    const bool is_angle =
        direction_by_words(*pair.x.file, *pair.x.variable) == 'x' && lower_case(units).starts_with("degree");
    if (!plane.degrees && direction_of(*pair.x.file, *pair.x.variable) == ' ' &&
        (is_angle || are_degrees_by_name(pair, plane.x, plane.y))) {
        plane.degrees = true;
        plane.units = "degrees";
    }
    fill_unknown(pair, width, plane);
    if (plane.degrees) unwrap(plane.x, width);
    return plane;
}

/// True where places differ by a part of a cell, at a node where both planes know them.
bool lie_apart(const NetcdfPlane& a, const NetcdfPlane& b, std::size_t width)
{
    constexpr double noticeable = 1e-3;  // of a spacing
    const auto is_known = [](const NetcdfPlane& plane, std::size_t n) {
        return plane.unknown.empty() || plane.unknown[n] == 0;
    };
    for (std::size_t n = 0; n + 1 < a.x.size(); ++n) {
        if (!is_known(a, n) || !is_known(b, n) || !is_known(a, n + 1) || (n + 1) % width == 0) continue;
        const double along = a.degrees ? std::remainder(b.x[n] - a.x[n], 360.0) : b.x[n] - a.x[n];
        const double spacing = std::hypot(a.x[n] - a.x[n + 1], a.y[n] - a.y[n + 1]);
        if (std::hypot(along, b.y[n] - a.y[n]) > noticeable * spacing) return true;
    }
    return false;
}

/// Makes longitudes of places that moved across the date line continuous with those before.
void follow_on(const NetcdfPlane& before, NetcdfPlane& plane)
{
    if (!plane.degrees || plane.x.empty()) return;
    const double turns = 360.0 * std::round((before.x.front() - plane.x.front()) / 360.0);
    for (double& longitude : plane.x) longitude += turns;
}

/// Reads positions of the nodes' step, where they change with time and no more are unknown than at the first
/// step; else those of the first step.
NetcdfPlane read_pair(const Pair& pair, const NetcdfNodes& nodes)
{
    NetcdfPlane plane = read_pair_at(pair, nodes, 0);
    const NetcdfSteps steps{nodes, pair.x};
    const std::size_t count = steps.axes().time_steps, last = count - 1;
    const auto wanted = steps.at(nodes.time_step);
    if (count < 2 || !wanted) return plane;
    NetcdfPlane other = read_pair_at(pair, nodes, wanted->before == 0 ? last : wanted->before);
    const auto lack = [](const NetcdfPlane& of) { return std::ranges::count(of.unknown, 1); };
    if (lack(other) > lack(plane) || !lie_apart(plane, other, nodes.axes.xyz[0].length)) return plane;
    if (wanted->before != 0) {
        follow_on(plane, other);
        std::swap(plane, other);
    }
    plane.remark += " They change with time: each step has its own.";
    return plane;
}

/// The axes of a component's own points.
NetcdfNodes points_of(const NetcdfNodes& nodes, const NetcdfComponent& component)
{
    return {nodes.files,
            {component, component, {}},
            find_axes(*component.file, *component.variable),
            false,
            false,
            false,
            nodes.time_step};
}

/// Flags of nodes that have a flagged face on either side.
std::vector<std::uint8_t> about_faces(const std::vector<std::uint8_t>& faces, glm::uvec3 dims, int axis,
                                      std::ptrdiff_t first, std::size_t nodes)
{
    if (faces.empty()) return {};
    const std::vector<double> mean =
        between_faces(std::vector<double>{faces.begin(), faces.end()}, dims, axis, first, nodes);
    std::vector<std::uint8_t> about;
    for (const double part : mean) about.push_back(part > 0.0 ? 1 : 0);
    return about;
}

/// Moves places of faces, along x, to the centres between them; beyond the last face by as much. first: index
/// of the face before node 0. width: nodes of a row.
void move_to_centres(NetcdfPlane& plane, glm::uvec3 faces, std::ptrdiff_t first, std::size_t width)
{
    const auto at = [&](const std::vector<double>& values, std::size_t row, std::ptrdiff_t face) {
        return values[row * faces.x + static_cast<std::size_t>(face)];
    };
    for (std::vector<double>* values : {&plane.x, &plane.y}) {
        std::vector<double> centres;
        for (std::size_t row = 0; row < faces.y; ++row)
            for (std::size_t i = 0; i < width; ++i) {
                // The pair of faces beside the node, or next to it at the edge.
                const std::ptrdiff_t before = static_cast<std::ptrdiff_t>(i) + first,
                                     near = std::clamp(before, std::ptrdiff_t{0},
                                                       static_cast<std::ptrdiff_t>(faces.x) - 2);
                const double from = at(*values, row, near), way = at(*values, row, near + 1) - from;
                centres.push_back(from + (static_cast<double>(before - near) + 0.5) * way);
            }
        *values = std::move(centres);
    }
    plane.unknown = about_faces(plane.unknown, {faces.x, faces.y, 1}, 0, first, width);
}

/// Positions for a staggered grid that has none for its centres: midway between u's faces, and beyond the
/// last face by as much.
std::optional<NetcdfPlane> plane_of_faces(const NetcdfNodes& nodes)
{
    if (!nodes.staggered || nodes.faces_share_dimensions) return std::nullopt;
    const NetcdfNodes faces = points_of(nodes, nodes.velocity.u);
    const auto first = faces_about(faces.axes.xyz[0], nodes.axes.xyz[0]);
    const glm::uvec3 dims = dims_of(faces.axes);
    const Pair pair = find_pair(faces);
    if (!first || !is_complete(pair) || dims.x < 2 || dims.y != dims_of(nodes.axes).y) return std::nullopt;
    NetcdfPlane plane = read_pair(pair, faces);
    move_to_centres(plane, dims, *first, nodes.axes.xyz[0].length);
    plane.named = false;
    plane.remark = fmt::format("Nodes lie midway between the places of '{}' that '{}' and '{}' say.",
                               nodes.velocity.u.variable->name, pair.x.variable->name, pair.y.variable->name);
    return plane;
}

}  // namespace

void place_by_spacing(NetcdfNodes& nodes)
{
    NetcdfAxis &x = nodes.axes.xyz[0], &y = nodes.axes.xyz[1];
    const NetcdfFile& file = *nodes.velocity.u.file;
    const double dx = file.number("DX").value_or(0.0), dy = file.number("DY").value_or(0.0);
    if (!x.coordinates.empty() || !y.coordinates.empty() || !(dx > 0.0) || !(dy > 0.0)) return;
    const Pair pair = find_pair(nodes);
    if (!is_complete(pair)) return;
    const auto is_same = [](const NetcdfComponent& places) {
        const std::vector<double> all = read_exact_plane(places, 0);
        return std::ranges::all_of(all, [&](double place) { return place == all.front(); });
    };
    if (x.length * y.length < 2 || !is_same(pair.x) || !is_same(pair.y)) return;
    for (const auto& [axis, spacing] : {std::pair{&x, dx}, {&y, dy}}) {
        for (std::size_t i = 0; i < axis->length; ++i)
            axis->coordinates.push_back((static_cast<double>(i) + 0.5) * spacing);
        axis->units = std::string{"m"};
    }
    nodes.by_spacing = true;
    nodes.axes.remarks.push_back(
        fmt::format("'{}' and '{}' are the same at all nodes, as in an ideal case: these lie DX = {:.6g} m "
                    "and DY = {:.6g} m apart, the first at half of them from the corner.",
                    pair.x.variable->name, pair.y.variable->name, dx, dy));
}

std::optional<NetcdfPlane> find_plane(const NetcdfNodes& nodes)
{
    if (nodes.by_spacing) return std::nullopt;
    const Pair pair = find_pair(nodes);
    if (!is_complete(pair)) return plane_of_faces(nodes);
    const unsigned width = dims_of(nodes.axes).x, height = dims_of(nodes.axes).y;
    NetcdfPlane plane = read_pair(pair, nodes);
    if (!nodes.faces_share_dimensions) return plane;
    if (nodes.first_faces[0] == 0 && width > 1) {
        move_to_centres(plane, {width, height, 1}, 0, width);
        plane.remark =
            fmt::format("Nodes lie midway between the places of '{}' that '{}' and '{}' say.",
                        nodes.velocity.u.variable->name, pair.x.variable->name, pair.y.variable->name);
        return plane;
    }
    for (std::vector<double>* values : {&plane.x, &plane.y})
        *values = between_faces(*values, {width, height, 1}, 0, -1, width);
    plane.unknown = about_faces(plane.unknown, {width, height, 1}, 0, -1, width);
    return plane;
}

namespace {

bool is_known_in(const NetcdfPlane& plane, std::size_t n)
{
    return plane.unknown.empty() || plane.unknown[n] == 0;
}

glm::dvec2 way_from(const NetcdfPlane& from, std::size_t n, const NetcdfPlane& to, std::size_t m)
{
    const double along = to.x[m] - from.x[n];
    return {from.degrees ? std::remainder(along, 360.0) : along, to.y[m] - from.y[n]};
}

double median_of(std::vector<double> values)
{
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The way from a plane's places to another's of the same size, in cells along x and y: the median over the
/// nodes.
glm::dvec2 cells_apart(const NetcdfPlane& a, const NetcdfPlane& b, std::size_t width)
{
    std::vector<double> along_x, along_y;
    for (std::size_t n = 0; n + 1 < a.x.size(); ++n) {
        const bool has_above = n + width < a.x.size();
        if ((n + 1) % width == 0 || !is_known_in(a, n) || !is_known_in(b, n) || !is_known_in(a, n + 1) ||
            (has_above && !is_known_in(a, n + width)))
            continue;
        const glm::dvec2 x = way_from(a, n, a, n + 1), way = way_from(a, n, b, n);
        const glm::dvec2 y = has_above ? way_from(a, n, a, n + width) : glm::dvec2{-x.y, x.x};
        const double area = x.x * y.y - x.y * y.x;
        if (area == 0.0 || !std::isfinite(area)) continue;
        along_x.push_back((way.x * y.y - way.y * y.x) / area);
        along_y.push_back((x.x * way.y - x.y * way.x) / area);
    }
    return {median_of(std::move(along_x)), median_of(std::move(along_y))};
}

/// True when two variables name different coordinates on the nodes' plane.
bool name_other_places(const NetcdfNodes& nodes, const NetcdfComponent& a, const NetcdfComponent& b)
{
    const auto named = [&](const NetcdfComponent& of) {
        const Pair pair = by_direction(nodes, named_coordinates(points_of(nodes, of)), direction_of_place);
        return is_complete(pair) ? std::pair{pair.x.variable, pair.y.variable}
                                 : std::pair<const NetcdfVariable*, const NetcdfVariable*>{};
    };
    const auto of_a = named(a), of_b = named(b);
    return of_a.first != nullptr && of_b.first != nullptr && of_a != of_b;
}

}  // namespace

void distinguish_faces(NetcdfNodes& nodes)
{
    const NetcdfVelocity& velocity = nodes.velocity;
    if (nodes.staggered) return;
    const bool is_declared = nodes.by_index || velocity.u.file != velocity.v.file;
    if (!is_declared && !name_other_places(nodes, velocity.u, velocity.v)) return;
    const auto u = find_plane(nodes), v = find_plane(points_of(nodes, velocity.v));
    if (!u || !v) {
        nodes.by_index = false;  // nothing says that they go together
        return;
    }
    if (has_own_positions(nodes.axes, u) || u->x.size() != v->x.size()) return;
    constexpr double noticeable = 0.1, half = 0.5, about = 0.25;
    const glm::dvec2 way = cells_apart(*u, *v, nodes.axes.xyz[0].length);
    if (!(glm::length(way) > noticeable)) return;
    const auto is_half = [](double cells) { return std::abs(std::abs(cells) - half) < about; };
    if (!is_declared && !(is_half(way.x) && is_half(way.y))) {
        nodes.axes.remarks.push_back(fmt::format(
            "'{}' lies {:.2g} and {:.2g} cells along x and y from '{}', by the coordinates that they "
            "name: it was taken at the places of '{}'.",
            velocity.v.variable->name, way.x, way.y, velocity.u.variable->name, velocity.u.variable->name));
        return;
    }
    nodes.staggered = nodes.faces_share_dimensions = true;
    nodes.first_faces = {way.x > 0.0 ? 0 : -1, way.y < 0.0 ? 0 : -1};
    nodes.axes.remarks.push_back(fmt::format(
        "'{}' and '{}' lie apart, on the faces of the cells (Arakawa C grid), and were averaged to "
        "their centres.",
        velocity.u.variable->name, velocity.v.variable->name));
}

bool lies_at_centres(const NetcdfNodes& nodes, const NetcdfComponent& scalar)
{
    constexpr double noticeable = 0.1;
    const auto centres = find_plane(nodes), own = find_plane(points_of(nodes, scalar));
    return centres && own && own->named && own->x.size() == centres->x.size() &&
           glm::length(cells_apart(*centres, *own, nodes.axes.xyz[0].length)) < noticeable;
}

std::optional<glm::dvec2> cells_beside(const NetcdfNodes& nodes, const NetcdfComponent& scalar)
{
    constexpr double noticeable = 0.1;
    if (nodes.staggered || nodes.by_index || !name_other_places(nodes, nodes.velocity.u, scalar))
        return std::nullopt;
    const auto at_nodes = find_plane(nodes), own = find_plane(points_of(nodes, scalar));
    if (!at_nodes || !own || !own->named || own->x.size() != at_nodes->x.size()) return std::nullopt;
    const glm::dvec2 way = cells_apart(*at_nodes, *own, nodes.axes.xyz[0].length);
    return glm::length(way) < noticeable ? std::nullopt : std::optional{way};
}

std::vector<std::string> names_of_possible_places(const NetcdfNodes& nodes)
{
    const NetcdfComponent& u = nodes.velocity.u;
    std::vector<std::string> names;
    for (const NetcdfAxis* axis : {&nodes.axes.xyz[0], &nodes.axes.xyz[1]})
        for (std::string& name : names_along(*u.file, *u.variable, *axis)) names.push_back(std::move(name));
    for (const NetcdfComponent& place : places_by_words(nodes)) names.push_back(place.variable->name);
    return names;
}

std::vector<std::string> named_on_plane(const NetcdfNodes& nodes)
{
    std::vector<std::string> names;
    for (const NetcdfComponent& named : named_coordinates(nodes))
        if (lies_on_plane(*named.file, *named.variable, nodes)) names.push_back(named.variable->name);
    return names;
}

namespace {

/// Largest distance of the axes' coordinates from a plane's places, in spacings of the axes.
double most_apart(const NetcdfAxes& axes, const NetcdfPlane& plane)
{
    const std::vector<double>&x = axes.xyz[0].coordinates, &y = axes.xyz[1].coordinates;
    if (x.size() < 2 || y.size() < 2 || plane.x.size() != x.size() * y.size()) return 0.0;
    const double spacing_x = std::abs(x.back() - x.front()) / static_cast<double>(x.size() - 1),
                 spacing_y = std::abs(y.back() - y.front()) / static_cast<double>(y.size() - 1);
    double most = 0.0;
    for (std::size_t n = 0; n < plane.x.size(); ++n) {
        if (!plane.unknown.empty() && plane.unknown[n] != 0) continue;
        most = std::max({most, std::abs(std::remainder(plane.x[n] - x[n % x.size()], 360.0)) / spacing_x,
                         std::abs(plane.y[n] - y[n / x.size()]) / spacing_y});
    }
    return most;
}

/// True when a plane contradicts axes of degrees, which are nominal then (cubed spheres, tripolar grids).
bool are_contradicted(const NetcdfAxes& axes, const NetcdfPlane& plane)
{
    constexpr double if_named = 0.5, otherwise = 2.0;  // of a spacing
    const NetcdfAxis &x = axes.xyz[0], &y = axes.xyz[1];
    if (!plane.degrees || !x.degrees || !y.degrees || x.rotated || y.rotated) return false;
    return most_apart(axes, plane) > (plane.named ? if_named : otherwise);
}

}  // namespace

bool has_own_positions(const NetcdfAxes& axes, const std::optional<NetcdfPlane>& plane)
{
    const NetcdfAxis &x = axes.xyz[0], &y = axes.xyz[1];
    if (x.coordinates.empty() || y.coordinates.empty() || x.counts || y.counts) return false;
    if (plane && (x.by_words || y.by_words)) return false;
    const bool may_count = x.units.empty() && y.units.empty() && !x.degrees && !y.degrees;
    return !(may_count && plane && plane->degrees) && !(plane && are_contradicted(axes, *plane));
}

AxisDirections directions_of_rows(const NetcdfPlane& plane, std::size_t width)
{
    const RowDirections rows{plane, width};
    const auto is_known = [&](std::size_t n) { return plane.unknown.empty() || plane.unknown[n] == 0; };
    std::vector<std::optional<glm::dvec2>> ways(plane.x.size());
    for (std::size_t n = 0; n < ways.size(); ++n)
        if (is_known(n)) ways[n] = rows.at(n);
    AxisDirections axis;
    for (std::size_t n = 0; n < ways.size(); ++n) {
        glm::dvec2 way{1.0, 0.0};
        if (is_known(n)) way = ways[n] ? *ways[n] : nearest_in_column(ways, n, width);
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
    auto turn = turn_in_file(nodes, plane.step);
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

void blank_unknown(const NetcdfPlane& plane, GridData& data)
{
    if (plane.unknown.empty()) return;
    if (data.blanked.empty()) data.blanked.assign(node_count(data), 0);
    for (std::size_t n = 0; n < data.blanked.size(); ++n)
        if (plane.unknown[n % plane.unknown.size()] != 0) data.blanked[n] = unplaced_node;
    data.remarks.push_back(
        fmt::format("The file says no place of {} of {} columns of nodes: they are no part of the flow.",
                    std::ranges::count(plane.unknown, 1), plane.unknown.size()));
}

namespace {

/// True when a variable has a value at each node, and no other dimension but time.
bool lies_in_space(const NetcdfComponent& one, const NetcdfNodes& nodes)
{
    const std::size_t levels = nodes.axes.xyz[2].length;
    if (!one.variable->numeric || one.variable->dimensions.size() < 3 || levels < 2) return false;
    try {
        const NetcdfAxes axes = find_axes(*one.file, *one.variable);
        const auto is_shared = [&](std::size_t axis) {
            return axes.xyz[axis].name == nodes.axes.xyz[axis].name &&
                   axes.xyz[axis].length == nodes.axes.xyz[axis].length;
        };
        const std::size_t others = axes.time_dimension >= 0 ? 4 : 3;
        return one.variable->dimensions.size() == others && is_shared(0) && is_shared(1) &&
               axes.xyz[2].length == levels;
    } catch (const std::runtime_error&) {
        return false;  // of other dimensions
    }
}

/// Blanks by the first mask of those that lie where `lies` says. True when there is one that is understood.
template <class Lies>
bool blank_by(const Lies& lies, const NetcdfNodes& nodes, GridData& data)
{
    for (const NetcdfComponent& mask : all_variables(nodes)) {
        const std::optional<float> land = land_of(*mask.file, *mask.variable);
        if (!land || !lies(mask)) continue;
        if (const std::string reason = reason_to_pass_over(mask, nodes.velocity); !reason.empty()) {
            data.remarks.push_back(
                fmt::format("The mask '{}' of land is passed over: {}.", mask.variable->name, reason));
            return true;
        }
        if (const std::string fault = fault_of(mask); !fault.empty()) {
            data.remarks.push_back(
                fmt::format("Land by the mask '{}' is not known: {}.", mask.variable->name, fault));
            continue;
        }
        const std::vector<float> values = read_plane(mask, 0);
        if (data.blanked.empty()) data.blanked.assign(node_count(data), 0);
        for (std::size_t n = 0; n < data.blanked.size(); ++n)
            if (std::abs(values[n % values.size()] - *land) < 0.5F)
                data.blanked[n] = std::max<std::uint8_t>(data.blanked[n], 1);
        data.remarks.push_back(
            fmt::format("Land, by the mask '{}', is no part of the flow.", mask.variable->name));
        return true;
    }
    return false;
}

}  // namespace

void blank_land(const NetcdfNodes& nodes, GridData& data)
{
    const auto in_space = [&](const NetcdfComponent& mask) { return lies_in_space(mask, nodes); };
    const auto on_plane = [&](const NetcdfComponent& mask) {
        return lies_on_plane(*mask.file, *mask.variable, nodes);
    };
    if (!blank_by(in_space, nodes, data)) blank_by(on_plane, nodes, data);
}

}  // namespace farfield::compute

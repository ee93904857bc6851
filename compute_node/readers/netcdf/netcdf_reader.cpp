#include "compute_node/readers/netcdf/netcdf_reader.h"

#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/fields/velocity/vector_meaning.h"
#include "compute_node/grids/grid_seams.h"
#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/netcdf/netcdf_crs.h"
#include "compute_node/readers/netcdf/netcdf_direction.h"
#include "compute_node/readers/netcdf/netcdf_levels.h"
#include "compute_node/readers/netcdf/netcdf_plane.h"
#include "compute_node/readers/netcdf/netcdf_scalars.h"
#include "compute_node/readers/netcdf/netcdf_stagger.h"
#include "compute_node/readers/netcdf/netcdf_steps.h"
#include "compute_node/readers/netcdf/netcdf_time.h"
#include "compute_node/readers/netcdf/netcdf_words.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// The reason why a third component does not lie at the nodes, for a sentence; empty where it does.
std::string reason_against(const NetcdfNodes& nodes, const NetcdfComponent& w)
{
    if (const std::string fault = fault_of(w); !fault.empty())
        return fmt::format("cannot be read ({})", fault);
    try {
        if (reaches_nodes(nodes, w)) return NetcdfSteps{nodes, w}.lack();
    } catch (const std::runtime_error&) {
        return "has other dimensions than the velocity";
    }
    const std::size_t own = find_axes(*w.file, *w.variable).xyz[2].length,
                      of_nodes = nodes.axes.xyz[2].length;
    if (own == of_nodes) return "lies at other places than the other components";
    return fmt::format("lies on {} levels or another plane, the other components on {}", own, of_nodes);
}

/// Adds a remark where a component has other time steps than the velocity.
void remark_on_steps(const NetcdfNodes& nodes, const NetcdfComponent& component,
                     std::vector<std::string>& remarks)
{
    const NetcdfSteps steps{nodes, component};
    const std::string &name = component.variable->name, &first = nodes.velocity.u.variable->name;
    if (!steps.has_time() && nodes.axes.time_steps > 1)
        remarks.push_back(fmt::format("'{}' has no time: it is the same at all steps of '{}'.", name, first));
    if (steps.is_assumed())
        remarks.push_back(fmt::format(
            "The times of '{}' and '{}' cannot be compared: their steps go together in their order.", first,
            name));
    if (steps.is_between())
        remarks.push_back(
            fmt::format("'{}' has other times than '{}' and was interpolated between its own.", name, first));
}

/// Adds a remark where the third component names other levels than the first.
void remark_on_levels(const NetcdfNodes& nodes, std::vector<std::string>& remarks)
{
    const auto& [u, v, w, density] = nodes.velocity;
    const NetcdfVariable *of_u = named_levels(nodes, u), *of_w = named_levels(nodes, w);
    if (of_u == nullptr || of_w == nullptr || of_u->name == of_w->name) return;
    remarks.push_back(fmt::format(
        "'{}' names the levels '{}', '{}' the levels '{}': '{}' was taken at those of '{}'.",
        w.variable->name, of_w->name, u.variable->name, of_u->name, w.variable->name, u.variable->name));
}

/// Throws where the second component has no values at some step of the first.
void check_times(NetcdfNodes& nodes)
{
    const NetcdfComponent& v = nodes.velocity.v;
    if (const std::string lack = NetcdfSteps{nodes, v}.lack(); !lack.empty())
        throw std::runtime_error(fmt::format("cannot read '{}': '{}' {}; expected the same times",
                                             v.file->path().string(), v.variable->name, lack));
    remark_on_steps(nodes, v, nodes.axes.remarks);
}

/// The reason for two components, "'U' and 'V' are ...", of that for three, "'U', 'V' and 'OMEGA' are ...".
std::string reason_without_third(const NetcdfVelocity& velocity, const std::string& reason)
{
    const std::string two =
                          fmt::format("'{}' and '{}'", velocity.u.variable->name, velocity.v.variable->name),
                      three = fmt::format("'{}', '{}' and '{}'", velocity.u.variable->name,
                                          velocity.v.variable->name, velocity.w.variable->name);
    return reason.starts_with(three) ? two + reason.substr(three.size()) : reason;
}

/// Leaves out a third component that is no velocity along z at the nodes, and its name from the velocity's.
void check_vertical(NetcdfNodes& nodes, const Levels& levels, NetcdfChoice& choice,
                    std::vector<std::string>& remarks)
{
    NetcdfComponent& w = nodes.velocity.w;
    if (w.variable == nullptr) return;
    const std::string reason = reason_against(nodes, w);
    if (!reason.empty())
        remarks.push_back(fmt::format("'{}' {} and was left out.", w.variable->name, reason));
    if (reason.empty() &&
        vertical_factor(w.variable->name, units_of(nodes.velocity, w), levels, remarks) != 0.0) {
        remark_on_steps(nodes, w, remarks);
        remark_on_levels(nodes, remarks);
        return;
    }
    choice.reason = reason_without_third(nodes.velocity, choice.reason);
    if (w.variable->components == 1) {
        choice.name = fmt::format("{},{}", nodes.velocity.u.variable->name, nodes.velocity.v.variable->name);
        if (const NetcdfVariable* density = nodes.velocity.density.variable; density != nullptr)
            choice.name = quotient_name(choice.name, density->name);
    }
    w = {};
}

/// The velocity along z.
std::vector<float> read_vertical(const NetcdfNodes& nodes, const Levels& levels, std::size_t time_step)
{
    const NetcdfComponent& component = nodes.velocity.w;
    std::vector<std::string> none;  // check_vertical() has said it
    const auto factor = static_cast<float>(
        vertical_factor(component.variable->name, units_of(nodes.velocity, component), levels, none));
    std::vector<float> w = read_at_nodes(nodes, component, time_step);
    for (float& value : w) value *= factor;
    return w;
}

/// Interleaves the components.
NodeValues read_velocity(const NetcdfNodes& nodes, const Levels& levels, const std::string& name,
                         std::size_t time_step)
{
    const NetcdfVelocity& velocity = nodes.velocity;
    std::vector<float> u = read_at_nodes(nodes, velocity.u, time_step);
    std::vector<float> v = read_at_nodes(nodes, velocity.v, time_step);
    std::vector<float> w(u.size(), 0.0F);
    if (velocity.w.variable != nullptr) w = read_vertical(nodes, levels, time_step);
    NodeValues out{name, 3, {}, units_of(velocity, velocity.u)};
    std::vector<float>& values = out.values.own();
    values.reserve(3 * u.size());
    for (std::size_t n = 0; n < u.size(); ++n) {
        // The component through a centre's two land faces is 0, where the other component is there.
        if (nodes.staggered && std::isnan(u[n]) && !std::isnan(v[n])) u[n] = 0.0F;
        if (nodes.staggered && std::isnan(v[n]) && !std::isnan(u[n])) v[n] = 0.0F;
        values.insert(values.end(), {u[n], v[n], w[n]});
    }
    if (velocity.density.variable != nullptr)
        divide_by_density(values, 3, read_at_nodes(nodes, velocity.density, time_step));
    return out;
}

/// The reason why nodes have no positions, after the name of their variable.
std::string lack_of_positions(const NetcdfNodes& nodes)
{
    const NetcdfFile& file = *nodes.velocity.u.file;
    const std::string named = file.text(*nodes.velocity.u.variable, "coordinates");
    if (const std::string tie = file.text(*nodes.velocity.u.variable, "coordinate_interpolation");
        !tie.empty())
        return fmt::format("has places between tie points (coordinate_interpolation = '{}', CF section 8.3), "
                           "which are not worked out",
                           tie);
    if (const std::vector<std::string> there = named_on_plane(nodes); !there.empty())
        return fmt::format(
            "names {} as its coordinates, of which no two say that they are longitude and latitude, "
            "or x and y (by standard_name, units of degrees_east or a length, long_name)",
            names_in_sentence(there));
    const auto &x = nodes.axes.xyz[0], &y = nodes.axes.xyz[1];
    if (const std::vector<std::string> there = names_of_possible_places(nodes); !there.empty())
        return fmt::format("does not say which of {} are the places of its nodes", names_in_sentence(there));
    if (x.coordinates.empty() != y.coordinates.empty())
        return fmt::format("has coordinates along '{}', but none along '{}'",
                           (x.coordinates.empty() ? y : x).name, (x.coordinates.empty() ? x : y).name);
    return fmt::format("lies on a curvilinear grid whose positions are not there{}",
                       named.empty() ? "" : fmt::format(" (it names '{}')", named));
}

[[noreturn]] void throw_no_positions(const NetcdfNodes& nodes)
{
    throw std::runtime_error(fmt::format("cannot read '{}': '{}' {}; expected one-dimensional coordinate "
                                         "variables, or longitude and latitude "
                                         "on ({}, {}), here or in a second file: FILE+GRID",
                                         nodes.velocity.u.file->path().string(),
                                         nodes.velocity.u.variable->name, lack_of_positions(nodes),
                                         nodes.axes.xyz[1].name, nodes.axes.xyz[0].name));
}

/// Points at the plane's, or the axes', x and y, and at the levels' heights.
CurvilinearGeometry points_at(const NetcdfAxes& axes, const std::optional<NetcdfPlane>& plane,
                              const Levels& levels, bool geographic)
{
    const glm::uvec3 dims = dims_of(axes);
    const auto visit = [&](const auto& take) {
        std::size_t node = 0;
        for (std::size_t k = 0; k < dims.z; ++k)
            for (std::size_t j = 0; j < dims.y; ++j)
                for (std::size_t i = 0; i < dims.x; ++i, ++node) {
                    const std::size_t n = i + j * dims.x;
                    take(glm::dvec3{plane ? plane->x[n] : axes.xyz[0].coordinates[i],
                                    plane ? plane->y[n] : axes.xyz[1].coordinates[j],
                                    levels.z[levels.z.size() == dims.z ? k : node]});
                }
    };
    Bounds bounds = no_bounds();
    visit([&](glm::dvec3 place) { include(bounds, place); });
    CurvilinearGeometry geometry{{}, origin_for(bounds, geographic)};
    geometry.points.reserve(std::size_t{dims.x} * dims.y * dims.z);
    visit([&](glm::dvec3 place) { geometry.points.emplace_back(place - geometry.origin); });
    return geometry;
}

/// Adds a remark where the axes of a velocity have no unit, or one that is no length.
void remark_on_axes(const NetcdfNodes& nodes, bool has_plane, GridData& data)
{
    const auto &x = nodes.axes.xyz[0], &y = nodes.axes.xyz[1];
    const std::string units = units_of(nodes.velocity, nodes.velocity.u);
    std::vector<std::string> remarks;
    if (has_plane || x.units == y.units)
        remarks = {remark_on_places("Positions", has_plane ? data.position_units : x.units, units)};
    else
        for (const NetcdfAxis* axis : {&x, &y})
            remarks.push_back(
                remark_on_places(fmt::format("Positions along '{}'", axis->name), axis->units, units));
    for (std::string& remark : remarks)
        if (!remark.empty()) data.remarks.push_back(std::move(remark));
}

/// Converts components to metres a second, where positions along them are degrees or metres.
void convert_speeds(const NetcdfNodes& nodes, bool has_plane, GridData& data)
{
    const bool horizontal = data.geographic || metres_in(data.position_units) == 1.0;
    const bool is_velocity =
        data.velocity_warning.empty();  // a momentum's unit is known, and none of a speed
    const std::array along_metres{horizontal, horizontal, horizontal || metres_in(data.z_units) == 1.0};
    if (!data.geographic) remark_on_axes(nodes, has_plane, data);
    NodeValues& velocity = data.arrays.front();
    std::vector<float>& values = velocity.values.own();
    const std::array components{nodes.velocity.u, nodes.velocity.v, nodes.velocity.w};
    for (std::size_t c = 0; c < components.size(); ++c) {
        const NetcdfVariable* variable = components[c].variable;
        if (variable == nullptr || !along_metres[c]) continue;
        const std::string units = units_of(nodes.velocity, components[c]);
        const auto factor = speed_factor(variable->name, units, data.remarks);
        if (!factor && c < 2) note_unknown_speed(variable->name, units, is_velocity, data);
        if (!factor || *factor == 1.0) continue;
        for (std::size_t at = c; at < values.size(); at += components.size())
            values[at] *= static_cast<float>(*factor);
        if (c == 0) velocity.units = std::string{"m/s"};
    }
}

/// True where the axes' own coordinates are the only positions, though their unit, 1, or name says that they
/// number the nodes; adds a remark.
bool keep_numbers(const NetcdfNodes& nodes, NetcdfAxes& axes, std::vector<std::string>& remarks)
{
    NetcdfAxis &x = axes.xyz[0], &y = axes.xyz[1];
    const std::string named = nodes.velocity.u.file->text(*nodes.velocity.u.variable, "coordinates");
    if (x.coordinates.empty() || y.coordinates.empty() || !named.empty()) return false;
    for (NetcdfAxis* const axis : {&x, &y}) {
        if (!axis->counts) continue;
        remarks.push_back(fmt::format("Axis '{}' has {}: its numbers are kept, in no unit of length.",
                                      axis->name,
                                      axis->units == "1" ? "the unit 1" : "indices of the nodes"));
        axis->units.clear();
    }
    return true;
}

/// A remark on axes that are nominal by their own words, as MOM's of turned grids are; empty for others.
std::string remark_on_nominal(const NetcdfNodes& nodes)
{
    const NetcdfAxis &x = nodes.axes.xyz[0], &y = nodes.axes.xyz[1];
    const auto is_nominal = [&](const NetcdfAxis& axis) {
        return axis.coordinate != nullptr && axis.degrees &&
               lower_case(nodes.velocity.u.file->text(*axis.coordinate, "long_name")).find("nominal") !=
                   std::string::npos;
    };
    if (!is_nominal(x) && !is_nominal(y)) return {};
    return fmt::format(
        "'{}' and '{}' are nominal by their own words: on a grid that is turned or bent, nodes lie "
        "elsewhere and components have other directions. With the file of the grid (FILE+GRID) "
        "these are known.",
        x.name, y.name);
}

/// Sets the nodes' positions, and velocities along their axes. Returns NetcdfPlane::unknown.
std::vector<std::uint8_t> place_nodes(const NetcdfNodes& nodes, const Levels& levels, GridData& data)
{
    NetcdfAxes axes = nodes.axes;
    const bool has_velocity = !data.default_vector.empty();
    std::optional<NetcdfPlane> plane = find_plane(nodes);
    if (has_own_positions(axes, plane)) {
        if (has_velocity) turn_to_axes(nodes, plane, data.arrays.front().values.own(), data.remarks);
        plane.reset();
        if (const std::string remark = remark_on_nominal(nodes); !remark.empty())
            data.remarks.push_back(remark);
    } else if (!plane && !keep_numbers(nodes, axes, data.remarks) &&
               !number_nodes(*nodes.velocity.u.file, *nodes.velocity.u.variable,
                             names_of_possible_places(nodes), axes, data.remarks)) {
        throw_no_positions(nodes);
    }
    data.geographic = plane ? plane->degrees : axes.xyz[0].degrees && axes.xyz[1].degrees;
    data.position_units = plane ? plane->units : axes.xyz[0].units;
    if (!data.geographic && data.position_units == "degrees") data.position_units.clear();  // of x alone
    data.z_units = levels.units;
    data.rotated_pole = data.geographic && !plane && has_rotated_pole(axes);
    if (has_velocity) convert_speeds(nodes, plane.has_value(), data);
    if (plane) data.remarks.push_back(plane->remark);
    if (plane && axes.xyz[0].degrees && axes.xyz[1].degrees)
        data.remarks.push_back(
            fmt::format("The degrees of the axes '{}' and '{}' lie elsewhere and do not count.",
                        axes.xyz[0].name, axes.xyz[1].name));
    if (plane && has_velocity) turn_to_east(nodes, *plane, data.arrays.front().values.own(), data.remarks);
    if (!levels.remark.empty()) data.remarks.push_back(levels.remark);
    data.levels_move = levels.move;
    if (plane || levels.z.size() > dims_of(axes).z)
        data.geometry = points_at(axes, plane, levels, data.geographic);
    else
        data.geometry = RectilinearGeometry{{axes.xyz[0].coordinates, axes.xyz[1].coordinates, levels.z}};
    if (plane) blank_unknown(*plane, data);
    return plane ? plane->unknown : std::vector<std::uint8_t>{};
}

/// The remark on positions in degrees.
std::string remark_on_degrees(const GridData& data)
{
    return fmt::format(
        "Positions are degrees{}{}.",
        data.rotated_pole ? " of the rotated grid, not the Earth's longitudes and latitudes" : "",
        data.default_vector.empty() ? "" : "; velocities in m/s become degrees/s on a sphere of 6371 km");
}

void describe_units(const NetcdfNodes& nodes, const Levels& levels, GridData& data)
{
    const bool has_velocity = !data.default_vector.empty();
    if (data.geographic && has_velocity && data.arrays.front().units.empty())
        data.arrays.front().units = "m/s";
    if (data.geographic) data.remarks.push_back(remark_on_degrees(data));
    data.crs_wkt = system_of_mapping(mapped_field(nodes), data);
    if (const std::string remark = remark_on_mapping(mapped_field(nodes), data); !remark.empty())
        data.remarks.push_back(remark);
    data.z_positive = levels.positive;
    const bool is_one_layer = nodes.axes.xyz[2].length == 1;
    data.z_down = !is_one_layer && levels.is_down();
    if (has_velocity && nodes.velocity.w.variable == nullptr && !is_one_layer && !levels.is_numbered())
        data.remarks.emplace_back("Without a vertical velocity particles stay at their depth or height.");
}

void describe_times(const NetcdfNodes& nodes, std::size_t time_step, GridData& data)
{
    const NetcdfFile& file = *nodes.velocity.u.file;
    const NetcdfVariable* times = nodes.axes.time_coordinate;
    const NetcdfTimes along = times_along(file, times, nodes.axes.time_steps);
    if (time_step < along.seconds.size()) compute::note_date(file, times, along.seconds[time_step], data);
    data.remarks.insert(data.remarks.end(), along.remarks.begin(), along.remarks.end());
    if (!along.unknown.empty()) data.remarks.push_back(remark_on_unknown(along, nodes.axes.time_steps));
}

NetcdfFiles open_all(const std::vector<fs::path>& paths, const std::vector<NetcdfWindow>& windows = {})
{
    NetcdfFiles files;
    for (const fs::path& path : paths) files.push_back(std::make_unique<NetcdfFile>(path, windows));
    return files;
}

/// Adds the velocity, with the reasons of its choice.
void add_velocity(const NetcdfNodes& nodes, const Levels& levels, const NetcdfChoice& choice,
                  std::size_t time_step, GridData& data)
{
    data.velocity_reason = choice.reason;
    if (choice.name.empty()) {
        data.remarks.emplace_back(
            "There is no velocity (files that go together are one name: U.nc+V.nc, HISTORY.nc+GRID.nc).");
        return;
    }
    data.arrays.push_back(read_velocity(nodes, levels, choice.name, time_step));
    if (const std::size_t components = nodes.velocity.u.variable->components; components > 1)
        data.remarks.push_back(fmt::format("'{}' has its components along a dimension: x, y{} in this order.",
                                           choice.name, components > 2 ? " and z" : ""));
    if (nodes.velocity.density.variable != nullptr) data.remarks.push_back(remark_on_quotient(choice.name));
    data.default_vector = choice.name;
    data.other_vectors = choice.others;
    data.velocity_warning = choice.warning;
    if (!choice.remark.empty()) data.remarks.push_back(choice.remark);
}

/// The columns of a component's longitudes that make up one turn, where these span more; none where they span
/// no more, or a column at their end repeats the first exactly.
std::optional<NetcdfWindow> one_turn_of(const NetcdfAxis& x)
{
    constexpr double turn = 360.0, exactly = 0.01;  // of a spacing
    const std::vector<double>& longitudes = x.coordinates;
    if (!x.degrees || longitudes.size() < 3) return std::nullopt;
    const double first = longitudes.front(),
                 spacing = std::abs(longitudes.back() - first) / static_cast<double>(longitudes.size() - 1);
    const double beyond = std::abs(longitudes.back() - first) - turn;
    const auto within = static_cast<std::size_t>(std::ranges::count_if(longitudes, [&](double longitude) {
        return std::abs(longitude - first) < turn - exactly * spacing;
    }));
    const bool is_closed = within + 1 == longitudes.size() && beyond < exactly * spacing;
    constexpr std::size_t least = 8;  // fewer columns go round nothing
    if (within == longitudes.size() || within < least || is_closed) return std::nullopt;
    return NetcdfWindow{x.name, 0, within};
}

/// The window without the first level of WPS, which is the surface; adds a remark.
std::vector<NetcdfWindow> windows_of_surface(const NetcdfNodes& nodes, std::vector<std::string>& remarks)
{
    const NetcdfAxis& z = nodes.axes.xyz[2];
    const auto& along = nodes.velocity.u.variable->dimensions;
    if (z.dimension < 0 || z.name != wps_levels_dimension || z.length < 3 ||
        along[static_cast<std::size_t>(z.dimension)].first != 0)
        return {};
    remarks.push_back(fmt::format("The first of {} levels along '{}', in WPS the surface, was left out.",
                                  z.length, z.name));
    return {{z.name, 1, z.length - 1}};
}

/// Windows that cut longitudes of more than a turn to one, where the nodes lie at them; adds a remark.
std::vector<NetcdfWindow> windows_of_turn(const NetcdfNodes& nodes, std::vector<std::string>& remarks)
{
    std::vector<NetcdfWindow> windows;
    const auto& [u, v, w, density] = nodes.velocity;
    for (const NetcdfComponent& component : {u, v, w, density}) {
        if (component.variable == nullptr) continue;
        const NetcdfAxis x = find_axes(*component.file, *component.variable).xyz[0];
        const auto window = one_turn_of(x);
        const bool is_new = window && std::ranges::find(windows, window->dimension,
                                                        &NetcdfWindow::dimension) == windows.end();
        if (!is_new) continue;
        if (windows.empty() && !has_own_positions(nodes.axes, find_plane(nodes))) return {};
        windows.push_back(*window);
        remarks.push_back(fmt::format("Longitudes along '{}' span {:.6g} degrees, more than a turn: its "
                                      "first {} of {} columns were taken.",
                                      x.name, std::abs(x.coordinates.back() - x.coordinates.front()),
                                      window->count, x.length));
    }
    return windows;
}

std::vector<NetcdfWindow> joined(std::vector<NetcdfWindow> windows, const std::vector<NetcdfWindow>& more)
{
    windows.insert(windows.end(), more.begin(), more.end());
    return windows;
}

/// Reads windows of the files. Call it with netcdf_turn() held.
GridData read_windows(const std::vector<fs::path>& paths, const std::vector<NetcdfWindow>& windows,
                      std::uint64_t max_nodes, std::size_t time_step,
                      const std::optional<std::string>& only_scalar, const std::string& asked)
{
    const auto files = open_all(paths, windows);
    NetcdfChoice choice = choose_variables(files, asked, only_scalar);
    NetcdfNodes nodes = find_nodes(files, choice.velocity);
    nodes.time_step = time_step;
    place_by_spacing(nodes);
    std::vector<std::string> cut;
    auto of_turn = windows_of_surface(nodes, cut);
    if (of_turn.empty()) of_turn = windows_of_turn(nodes, cut);
    if (!of_turn.empty()) {
        GridData data =
            read_windows(paths, joined(windows, of_turn), max_nodes, time_step, only_scalar, asked);
        data.remarks.insert(data.remarks.begin(), cut.begin(), cut.end());
        return data;
    }
    distinguish_faces(nodes);
    check_times(nodes);
    const glm::uvec3 dims = dims_of(nodes.axes);
    check_node_limit(paths.front(), std::uint64_t{dims.x} * dims.y * dims.z, max_nodes);
    const Levels levels = levels_of(nodes, time_step);
    check_vertical(nodes, levels, choice, nodes.axes.remarks);
    GridData data;
    data.format = "NetCDF CF";
    data.dims = {dims};
    data.remarks = nodes.axes.remarks;
    data.time_steps = static_cast<std::uint32_t>(nodes.axes.time_steps);
    describe_times(nodes, time_step, data);
    add_velocity(nodes, levels, choice, time_step, data);
    add_scalars(nodes, time_step, only_scalar, data);
    const std::vector<std::uint8_t> unknown = place_nodes(nodes, levels, data);
    blank_land(nodes, data);
    describe_units(nodes, levels, data);
    if (std::holds_alternative<RectilinearGeometry>(data.geometry)) make_ascending(data);
    close_longitudes(data);
    close_seams(data, unknown);
    for (const auto& file : files)
        for (const std::string& remark : file->remarks()) data.remarks.push_back(remark);
    return data;
}

/// The nodes of a file that can be read in parts.
struct Lattice {
    std::array<NetcdfAxis, 3> axes;  ///< axes as in the file
    /// Names of dimensions along each axis: two files, or two components, may each have their own.
    std::array<std::set<std::string>, 3> dimensions;
    GridData shape;
};

/// Names of the components' dimensions; none when one of them does not lie at the nodes.
std::optional<std::array<std::set<std::string>, 3>> dimensions_at_nodes(const NetcdfNodes& nodes)
{
    std::array<std::set<std::string>, 3> names;
    for (const NetcdfComponent& component :
         {nodes.velocity.u, nodes.velocity.v, nodes.velocity.w, nodes.velocity.density}) {
        if (component.variable == nullptr) continue;
        const NetcdfAxes axes = find_axes(*component.file, *component.variable);
        if (!lies_at_nodes(nodes, axes)) return std::nullopt;
        for (std::size_t axis = 0; axis < names.size(); ++axis) names[axis].insert(axes.xyz[axis].name);
    }
    return names;
}

Lattice require_lattice(const std::vector<fs::path>& paths, const std::string& asked,
                        const std::vector<NetcdfWindow>& windows = {})
{
    const auto files = open_all(paths, windows);
    NetcdfChoice choice = require_velocity(files, asked);
    NetcdfNodes nodes = find_nodes(files, choice.velocity);
    place_by_spacing(nodes);
    std::vector<std::string> cut;
    if (const auto of_turn = windows_of_turn(nodes, cut); !of_turn.empty())
        return require_lattice(paths, asked, of_turn);
    distinguish_faces(nodes);
    check_times(nodes);
    check_vertical(nodes, has_plain_levels(nodes) ? levels_of(nodes, 0) : Levels{}, choice,
                   nodes.axes.remarks);
    const NetcdfAxes& axes = nodes.axes;
    const auto dimensions = dimensions_at_nodes(nodes);
    if (!dimensions || nodes.staggered || !has_own_positions(axes, find_plane(nodes)) ||
        !has_plain_levels(nodes))
        throw std::runtime_error(
            fmt::format("cannot read '{}' in parts: expected velocities at the nodes of a rectilinear grid, "
                        "found a grid that is curvilinear, staggered or follows the terrain",
                        paths.front().string()));
    Lattice lattice{axes.xyz, *dimensions, {}};
    GridData& shape = lattice.shape;
    shape.format = "NetCDF CF";
    shape.dims = {dims_of(axes)};
    shape.geometry =
        RectilinearGeometry{{axes.xyz[0].coordinates, axes.xyz[1].coordinates, axes.xyz[2].coordinates}};
    shape.geographic = axes.xyz[0].degrees && axes.xyz[1].degrees;
    make_ascending(shape);
    close_longitudes(shape);
    list_scalars(nodes, shape);
    for (const NetcdfComponent& scalar : scalars_at(nodes)) {
        const NetcdfAxes own = find_axes(*scalar.file, *scalar.variable);
        for (std::size_t axis = 0; axis < own.xyz.size(); ++axis)
            lattice.dimensions[axis].insert(own.xyz[axis].name);
    }
    return lattice;
}

/// A box's windows along y and z, in the file's order.
std::vector<NetcdfWindow> windows_of(const Lattice& lattice, const NodeBox& box)
{
    std::vector<NetcdfWindow> windows;
    for (const int axis : {1, 2}) {
        const NetcdfAxis& along = lattice.axes[axis];
        const auto first = static_cast<std::size_t>(box.first[axis]);
        const auto count = static_cast<std::size_t>(box.dims[axis]);
        if (along.dimension < 0 || count == along.length) continue;
        const bool descends = along.coordinates.front() > along.coordinates.back();
        for (const std::string& name : lattice.dimensions[axis])
            windows.push_back({name, descends ? along.length - first - count : first, count});
    }
    return windows;
}

}  // namespace

FileHeading netcdf_heading(const std::vector<fs::path>& paths, const std::string& asked)
{
    const std::lock_guard turn{netcdf_turn()};
    const auto files = open_all(paths);
    const NetcdfChoice choice = choose_variables(files, asked);
    const auto& [file, variable] = choice.velocity.u;
    const NetcdfAxes axes = find_axes(*file, *variable);
    const bool has_no_step = axes.time_dimension >= 0 && axes.time_steps == 0;
    const auto times = has_no_step ? std::vector<double>{}
                                   : times_along(*file, axes.time_coordinate, axes.time_steps).seconds;
    return {times, units_of(choice.velocity, choice.velocity.u),
            dates_of_times(*file, axes.time_coordinate, times),
            shape_of(choice.name.empty() ? variable->name : choice.name, dims_of(axes))};
}

GridData read_netcdf(const std::vector<fs::path>& paths, std::uint64_t max_nodes, std::size_t time_step,
                     const std::optional<std::string>& only_scalar, const std::string& velocity)
{
    const std::lock_guard turn{netcdf_turn()};
    return read_windows(paths, {}, max_nodes, time_step, only_scalar, velocity);
}

GridData netcdf_shape(const std::vector<fs::path>& paths, const std::string& velocity)
{
    const std::lock_guard turn{netcdf_turn()};
    return require_lattice(paths, velocity).shape;
}

GridData read_netcdf_part(const std::vector<fs::path>& paths, const NodeBox& box, std::uint64_t max_nodes,
                          std::size_t time_step, const std::optional<std::string>& only_scalar,
                          const std::string& velocity)
{
    const std::lock_guard turn{netcdf_turn()};
    return read_windows(paths, windows_of(require_lattice(paths, velocity), box), max_nodes, time_step,
                        only_scalar, velocity);
}

}  // namespace farfield::compute

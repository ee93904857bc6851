#include "compute_node/readers/netcdf/netcdf_stagger.h"

#include "compute_node/readers/netcdf/netcdf_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::string_view wrf_faces = "_stag";

/// True where coordinates are the same but for rounding, as in binary32.
bool are_same(const std::vector<double>& a, const std::vector<double>& b)
{
    constexpr double rounding = 1e-4;  // of a spacing
    if (a.size() != b.size()) return false;
    const double spacing =
        a.size() < 2 ? 0.0 : std::abs(a.back() - a.front()) / static_cast<double>(a.size() - 1);
    return std::ranges::equal(
        a, b, [&](double one, double other) { return std::abs(one - other) <= rounding * spacing; });
}

bool same_axis(const NetcdfAxis& a, const NetcdfAxis& b)
{
    if (a.length != b.length) return false;
    if (!a.coordinates.empty() && !b.coordinates.empty()) return are_same(a.coordinates, b.coordinates);
    return a.name == b.name;
}

/// "xi" and "u" of ROMS's "xi_u", or CROCO's "x_u"; the second is empty when the name is of another kind.
std::pair<std::string_view, std::string_view> roms_name(std::string_view name)
{
    const std::size_t bar = name.find('_');
    if (bar == std::string_view::npos) return {name, ""};
    const std::string_view direction = name.substr(0, bar), point = name.substr(bar + 1);
    const bool known = (direction == "xi" || direction == "eta" || direction == "x" || direction == "y") &&
                       (point == "rho" || point == "u" || point == "v" || point == "psi");
    return known ? std::pair{direction, point} : std::pair{name, std::string_view{}};
}

/// True when a dimension of ROMS counts faces: u and psi points do along xi, v and psi points along eta.
bool roms_counts_faces(std::string_view direction, std::string_view point)
{
    return point == "psi" || point == (direction.starts_with('x') ? "u" : "v");
}

/// The index of the face before node 0, when all nodes lie midway between two faces.
std::optional<std::ptrdiff_t> between_coordinates(const std::vector<double>& faces,
                                                  const std::vector<double>& nodes)
{
    for (const std::ptrdiff_t first : {std::ptrdiff_t{0}, std::ptrdiff_t{-1}}) {
        std::size_t fitting = 0, looked_at = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto a = static_cast<std::ptrdiff_t>(i) + first;
            if (a < 0 || a + 1 >= static_cast<std::ptrdiff_t>(faces.size())) continue;
            const double lo = faces[a], hi = faces[a + 1];
            ++looked_at;
            // On stretched axes nodes do not lie exactly in the middle.
            fitting += std::abs(nodes[i] - 0.5 * (lo + hi)) < 0.2 * std::abs(hi - lo) ? 1 : 0;
        }
        if (looked_at > 0 && looked_at + 2 >= nodes.size() && fitting == looked_at) return first;
    }
    return std::nullopt;
}

/// True for points of different names at the same places along an axis.
bool same_roms_points(const NetcdfAxis& a, const NetcdfAxis& b)
{
    const auto [a_direction, a_point] = roms_name(a.name);
    const auto [b_direction, b_point] = roms_name(b.name);
    return a.length == b.length && !a_point.empty() && !b_point.empty() && a_direction == b_direction &&
           roms_counts_faces(a_direction, a_point) == roms_counts_faces(b_direction, b_point);
}

/// Renames an axis of ROMS's points to that of cell centres, where both have the same length: the model keeps
/// values of centres at them.
void name_by_centres(const NetcdfFile& file, NetcdfAxis& axis)
{
    const auto [direction, point] = roms_name(axis.name);
    if (point.empty() || point == "rho" || roms_counts_faces(direction, point)) return;
    const std::string centres = std::string{direction} + "_rho";
    for (const NetcdfVariable& variable : file.variables())
        for (const NetcdfDimension& dimension : variable.dimensions)
            if (dimension.name == centres && dimension.length == axis.length) {
                axis.name = centres;
                return;
            }
}

/// The axis of the faces that a component lies across, where they have the nodes' dimensions; else -1.
int face_axis(const NetcdfNodes& nodes, const NetcdfComponent& component)
{
    if (!nodes.faces_share_dimensions) return -1;
    if (component.variable == nodes.velocity.u.variable) return 0;
    return component.variable == nodes.velocity.v.variable ? 1 : -1;
}

/// True when a component's own axis matches the nodes' by index (NEMO 5's x, x_grid_U, x_grid_V).
bool goes_by_index(const NetcdfNodes& nodes, std::size_t direction, const NetcdfAxis& own)
{
    return nodes.by_index && direction < 2 && own.coordinates.empty() &&
           own.length == nodes.axes.xyz[direction].length;
}

/// The lack of an SGRID topology by which faces and cells could be told apart; empty without a topology.
std::string lack_of_sgrid(const NetcdfFile& file)
{
    for (const NetcdfVariable& grid : file.variables())
        if (file.text(grid, "cf_role") == "grid_topology")
            return fmt::format(" ('{}', by the SGRID conventions, does not say in face_dimensions, as M: MC "
                               "(padding: low), which cells lie between which of their faces)",
                               grid.name);
    return {};
}

[[noreturn]] void throw_other_grid(const NetcdfNodes& nodes, const NetcdfComponent& component,
                                   const NetcdfAxes& axes)
{
    const glm::uvec3 a = dims_of(nodes.axes), b = dims_of(axes);
    throw std::runtime_error(fmt::format("cannot read '{}': '{}' ({} x {} x {}) and the nodes of '{}' ({} x "
                                         "{} x {}) lie on different grids{}; "
                                         "expected the same points, or faces midway between them",
                                         component.file->path().string(), component.variable->name, b.x, b.y,
                                         b.z, nodes.velocity.u.variable->name, a.x, a.y, a.z,
                                         lack_of_sgrid(*component.file)));
}

template <class Value>
std::vector<Value> mean_of_faces(const std::vector<Value>& faces, glm::uvec3 dims, int axis,
                                 std::ptrdiff_t first, std::size_t nodes)
{
    std::size_t inner = 1;
    for (int a = 0; a < axis; ++a) inner *= dims[a];
    const auto count = static_cast<std::ptrdiff_t>(dims[axis]);
    std::size_t outer = 1;
    for (int a = axis + 1; a < 3; ++a) outer *= dims[a];
    constexpr Value none = std::numeric_limits<Value>::quiet_NaN();
    std::vector<Value> out;
    out.reserve(outer * nodes * inner);
    for (std::size_t block = 0; block < outer; ++block)
        for (std::size_t node = 0; node < nodes; ++node)
            for (std::size_t i = 0; i < inner; ++i) {
                const std::ptrdiff_t before = static_cast<std::ptrdiff_t>(node) + first, after = before + 1;
                const auto at = [&](std::ptrdiff_t face) {
                    return faces[(block * static_cast<std::size_t>(count) + static_cast<std::size_t>(face)) *
                                     inner +
                                 i];
                };
                const bool has_before = before >= 0 && before < count,
                           has_after = after >= 0 && after < count;
                const Value a = has_before ? at(before) : has_after ? at(after) : none;
                const Value b = has_after ? at(after) : a;
                if (std::isnan(a) && std::isnan(b))
                    out.push_back(none);
                else
                    out.push_back(((std::isnan(a) ? Value{0} : a) + (std::isnan(b) ? Value{0} : b)) / 2);
            }
    return out;
}

}  // namespace

std::optional<std::ptrdiff_t> faces_about(const NetcdfAxis& faces, const NetcdfAxis& nodes)
{
    const auto [face_direction, face_point] = roms_name(faces.name);
    const auto [node_direction, node_point] = roms_name(nodes.name);
    if (!face_point.empty() && !node_point.empty() && face_direction == node_direction)
        return roms_counts_faces(face_direction, face_point) && !roms_counts_faces(node_direction, node_point)
                   ? std::optional{std::ptrdiff_t{-1}}
                   : std::nullopt;
    if (faces.name == nodes.name + std::string{wrf_faces}) return 0;
    if (faces.shift != 0.0 && nodes.shift == 0.0) return faces.shift < 0.0 ? 0 : -1;
    if (!nodes.sgrid_faces.empty() && faces.name == nodes.sgrid_faces) return nodes.sgrid_first;
    if (!faces.coordinates.empty() && !nodes.coordinates.empty())
        return between_coordinates(faces.coordinates, nodes.coordinates);
    if (faces.length == nodes.length + 1) return 0;
    if (faces.length + 1 == nodes.length) return -1;
    return std::nullopt;
}

std::vector<float> between_faces(const std::vector<float>& faces, glm::uvec3 dims, int axis,
                                 std::ptrdiff_t first, std::size_t nodes)
{
    return mean_of_faces(faces, dims, axis, first, nodes);
}

std::vector<double> between_faces(const std::vector<double>& faces, glm::uvec3 dims, int axis,
                                  std::ptrdiff_t first, std::size_t nodes)
{
    return mean_of_faces(faces, dims, axis, first, nodes);
}

namespace {

/// True for separate axes along both directions, without coordinates and of equal lengths, other than ROMS's.
bool go_by_index(const NetcdfAxes& u, const NetcdfAxes& v)
{
    const auto match = [](const NetcdfAxis& a, const NetcdfAxis& b) {
        return a.length == b.length && a.shift == b.shift && a.sgrid_faces != b.name &&
               b.sgrid_faces != a.name && a.coordinates.empty() && b.coordinates.empty() &&
               roms_name(a.name).second.empty() && roms_name(b.name).second.empty();
    };
    return match(u.xyz[0], v.xyz[0]) && match(u.xyz[1], v.xyz[1]);
}

}  // namespace

NetcdfNodes find_nodes(const NetcdfFiles& files, const NetcdfVelocity& velocity)
{
    NetcdfNodes nodes{&files, velocity, find_axes(*velocity.u.file, *velocity.u.variable), false};
    const NetcdfAxes v_axes = find_axes(*velocity.v.file, *velocity.v.variable);
    nodes.staggered =
        !same_axis(nodes.axes.xyz[0], v_axes.xyz[0]) || !same_axis(nodes.axes.xyz[1], v_axes.xyz[1]);
    if (!nodes.staggered) return nodes;
    if (go_by_index(nodes.axes, v_axes)) {
        nodes.staggered = false;
        nodes.by_index = true;
        return nodes;
    }
    const int u_x = nodes.axes.xyz[0].dimension;
    nodes.axes.xyz[0] = v_axes.xyz[0];
    nodes.axes.xyz[0].dimension = u_x;
    for (const std::string& remark : v_axes.remarks)
        if (std::ranges::find(nodes.axes.remarks, remark) == nodes.axes.remarks.end())
            nodes.axes.remarks.push_back(remark);
    name_by_centres(*velocity.v.file, nodes.axes.xyz[0]);
    name_by_centres(*velocity.u.file, nodes.axes.xyz[1]);
    nodes.axes.remarks.push_back(
        fmt::format("'{}' and '{}' lie on the faces of the cells (Arakawa C grid) and were averaged to their "
                    "centres.",
                    velocity.u.variable->name, velocity.v.variable->name));
    return nodes;
}

bool lies_at_nodes(const NetcdfNodes& nodes, const NetcdfAxes& axes)
{
    return std::equal(axes.xyz.begin(), axes.xyz.end(), nodes.axes.xyz.begin(), same_axis);
}

bool reaches_nodes(const NetcdfNodes& nodes, const NetcdfComponent& component)
{
    const NetcdfAxes axes = find_axes(*component.file, *component.variable);
    for (std::size_t axis = 0; axis < axes.xyz.size(); ++axis) {
        const NetcdfAxis &own = axes.xyz[axis], &wanted = nodes.axes.xyz[axis];
        if (!faces_about(own, wanted) && !same_axis(own, wanted) && !same_roms_points(own, wanted) &&
            !goes_by_index(nodes, axis, own))
            return false;
    }
    return true;
}

std::vector<float> read_at_nodes(const NetcdfNodes& nodes, const NetcdfComponent& component,
                                 std::size_t time_step)
{
    const NetcdfSteps steps{nodes, component};
    const NetcdfAxes& axes = steps.axes();
    std::vector<float> values = steps.read(time_step);
    glm::uvec3 dims = dims_of(axes);
    for (int axis = 0; axis < 3; ++axis) {
        const NetcdfAxis &own = axes.xyz[axis], &wanted = nodes.axes.xyz[axis];
        const auto first = faces_about(own, wanted);
        const bool same_points = same_axis(own, wanted) || same_roms_points(own, wanted) ||
                                 goes_by_index(nodes, static_cast<std::size_t>(axis), own);
        if (!first && !same_points) throw_other_grid(nodes, component, axes);
        if (axis == face_axis(nodes, component))
            values = between_faces(values, dims, axis, nodes.first_faces[static_cast<std::size_t>(axis)],
                                   wanted.length);
        if (!first || same_axis(own, wanted)) continue;
        values = between_faces(values, dims, axis, *first, wanted.length);
        dims[axis] = static_cast<unsigned>(wanted.length);
    }
    return values;
}

}  // namespace farfield::compute

#include "compute_node/node/programs/planes/slice_layout.h"

#include "compute_node/grids/own_turn.h"
#include "model/geometry/point.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace farfield::node {

namespace {

using model::FieldError;

std::string text_of(glm::dvec3 p)
{
    return fmt::format("({:g}, {:g}, {:g})", p.x, p.y, p.z);
}

/// Largest box of a slice: the common part of the field's bounds and the region.
compute::Bounds box_of(const compute::FieldInfo& info, const SliceWish& wish)
{
    compute::Bounds box = info.bounds;
    if (!wish.region) return box;
    box.lo = glm::max(box.lo, model::vec_of(wish.region->lo));
    box.hi = glm::min(box.hi, model::vec_of(wish.region->hi));
    for (int axis = 0; axis < 3; ++axis)
        if (box.lo[axis] > box.hi[axis])
            throw FieldError("region",
                             fmt::format("a part of the dataset's box {} to {}", text_of(info.bounds.lo),
                                         text_of(info.bounds.hi)),
                             fmt::format("{} to {}", text_of(model::vec_of(wish.region->lo)),
                                         text_of(model::vec_of(wish.region->hi))));
    return box;
}

/// Number of pixels that cover a side, `most` at most.
std::uint32_t covering(double side, double pixel, std::uint32_t most)
{
    constexpr double rounding = 1.0 - 1e-9;  // rounding of quotients that are whole numbers
    return static_cast<std::uint32_t>(
        std::clamp(std::ceil(side / pixel * rounding), 1.0, static_cast<double>(most)));
}

/// A rectangle that is to be covered with pixels.
struct Rectangle {
    glm::dvec3 corner, u, v;  ///< directions of length 1
    double width = 0.0, height = 0.0;
    bool has_square_pixels = true;
};

model::SlicePreamble covered(const Rectangle& rectangle, const std::array<std::uint32_t, 2>& size)
{
    double pixel_u = rectangle.width / size[0], pixel_v = rectangle.height / size[1];
    if (rectangle.has_square_pixels) pixel_u = pixel_v = std::max(pixel_u, pixel_v);
    model::SlicePreamble preamble;
    preamble.width = covering(rectangle.width, pixel_u, size[0]);
    preamble.height = covering(rectangle.height, pixel_v, size[1]);
    const double width = preamble.width * pixel_u, height = preamble.height * pixel_v;
    const glm::dvec3 growth =
        0.5 * (width - rectangle.width) * rectangle.u + 0.5 * (height - rectangle.height) * rectangle.v;
    preamble.edge_u = model::point_of(width * rectangle.u);
    preamble.edge_v = model::point_of(height * rectangle.v);
    preamble.origin = model::point_of(rectangle.corner - growth);
    return preamble;
}

glm::dvec3 along(int axis)
{
    glm::dvec3 direction{0.0};
    direction[axis] = 1.0;
    return direction;
}

/// The two axes other than this one, in their order.
std::array<int, 2> others_than(int axis)
{
    return {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
}

model::SlicePreamble across_axis(const compute::FieldInfo& info, const SliceWish& wish)
{
    const auto axis = static_cast<int>(*wish.plane.axis);
    const auto [u, v] = others_than(axis);
    const compute::Bounds box = box_of(info, wish);
    const glm::dvec3 sides = box.hi - box.lo;
    for (const int edge : {u, v})
        if (!(sides[edge] > 0.0))
            throw FieldError(wish.path + ".axis", fmt::format("the dataset has no extent along {}",
                                                              model::slice_axis_names[edge]));
    glm::dvec3 corner = box.lo;
    corner[axis] = *wish.plane.position;
    return covered(
        {corner, along(u), along(v), sides[u], sides[v], v != 2 || info.z_units == info.position_units},
        wish.size.values);
}

/// Directions of edge_u and edge_v: v is `up` made perpendicular to the normal, and u = v x normal.
std::array<glm::dvec3, 2> directions_on(const SliceWish& wish, const glm::dvec3& normal)
{
    constexpr double one_degree = 0.01745;
    const bool is_upright = glm::length(glm::cross(normal, along(2))) < one_degree;
    const glm::dvec3 up = wish.plane.up ? model::vec_of(*wish.plane.up) : along(is_upright ? 1 : 2);
    const glm::dvec3 flattened = up - glm::dot(up, normal) * normal;
    constexpr double least = 1e-9;
    if (!(glm::length(flattened) > least * glm::length(up)))
        throw FieldError(wish.path + ".up", "a vector that is not along the normal", text_of(up));
    const glm::dvec3 v = glm::normalize(flattened);
    return {glm::cross(v, normal), v};
}

/// Calls take(place) for the corners of the polygon that a plane cuts from a box.
void visit_polygon(const compute::Bounds& box, const glm::dvec3& origin, const glm::dvec3& normal,
                   const auto& take)
{
    const auto corner_of = [&](int i) {
        return glm::dvec3{(i & 1) != 0 ? box.hi.x : box.lo.x, (i & 2) != 0 ? box.hi.y : box.lo.y,
                          (i & 4) != 0 ? box.hi.z : box.lo.z};
    };
    for (int i = 0; i < 8; ++i)
        for (const int bit : {1, 2, 4}) {
            if ((i & bit) != 0) continue;
            const glm::dvec3 a = corner_of(i), b = corner_of(i | bit);
            const double from = glm::dot(a - origin, normal), to = glm::dot(b - origin, normal);
            if (from * to > 0.0) continue;
            if (from == 0.0) take(a);
            if (to == 0.0) take(b);
            if (from * to < 0.0) take(a + from / (from - to) * (b - a));
        }
}

bool is_cut_by(const compute::Bounds& box, const model::SlicePlane& plane)
{
    bool is_cut = false;
    visit_polygon(box, model::vec_of(*plane.origin), model::vec_of(*plane.normal),
                  [&](const glm::dvec3& /*place*/) { is_cut = true; });
    return is_cut;
}

model::SlicePreamble across_normal(const compute::FieldInfo& info, const SliceWish& wish)
{
    const glm::dvec3 given = model::vec_of(*wish.plane.normal), origin = model::vec_of(*wish.plane.origin);
    if (!(glm::length(given) > 0.0))
        throw FieldError(wish.path + ".normal", "a vector with a length", text_of(given));
    const glm::dvec3 normal = glm::normalize(given);
    const auto [u, v] = directions_on(wish, normal);
    const compute::Bounds box = box_of(info, wish);
    constexpr double none = std::numeric_limits<double>::infinity();
    double lo_u = none, hi_u = -none, lo_v = none, hi_v = -none;
    visit_polygon(box, origin, normal, [&, u = u, v = v](const glm::dvec3& place) {
        const double along_u = glm::dot(place - origin, u), along_v = glm::dot(place - origin, v);
        lo_u = std::min(lo_u, along_u), hi_u = std::max(hi_u, along_u);
        lo_v = std::min(lo_v, along_v), hi_v = std::max(hi_v, along_v);
    });
    if (!(hi_u > lo_u) || !(hi_v > lo_v))
        throw FieldError(wish.path,
                         fmt::format("a plane through the box {} to {}", text_of(box.lo), text_of(box.hi)),
                         fmt::format("one through {} with the normal {}", text_of(origin), text_of(given)));
    return covered({origin + lo_u * u + lo_v * v, u, v, hi_u - lo_u, hi_v - lo_v, true}, wish.size.values);
}

model::SlicePreamble parallelogram(const SliceWish& wish)
{
    model::SlicePreamble preamble;
    preamble.width = wish.size.values[0];
    preamble.height = wish.size.values[1];
    preamble.origin = *wish.plane.origin;
    preamble.edge_u = *wish.plane.edge_u;
    preamble.edge_v = *wish.plane.edge_v;
    const glm::dvec3 area = glm::cross(model::vec_of(preamble.edge_u), model::vec_of(preamble.edge_v));
    if (!(glm::length(area) > 0.0))
        throw FieldError(wish.path, "edges that span a parallelogram",
                         fmt::format("{} and {}", text_of(model::vec_of(preamble.edge_u)),
                                     text_of(model::vec_of(preamble.edge_v))));
    return preamble;
}

/// Node indices along an axis within a box.
struct NodeRange {
    int first = 0, count = 1;
    double spacing = 1.0;
};

NodeRange nodes_along(const compute::UniformGrid& grid, const compute::FieldInfo& info, int axis,
                      const compute::Bounds& box)
{
    const double lo = info.bounds.lo[axis], side = info.bounds.hi[axis] - lo;
    if (!(side > 0.0)) return {};
    constexpr double rounding = 1e-6;
    const double spacing = side / (grid.dims[axis] - 1);
    const int first = static_cast<int>(std::ceil((box.lo[axis] - lo) / spacing - rounding));
    const int last = static_cast<int>(std::floor((box.hi[axis] - lo) / spacing + rounding));
    return {first, std::max(last - first + 1, 0), spacing};
}

/// The layer of nodes on or before a position, and the part of the next one.
void place_layer(const NodeRange& range, double from_first, int layers, NodesOnPlane& nodes)
{
    constexpr double rounding = 1e-6;
    const double at = std::clamp(from_first / range.spacing, 0.0, layers - 1.0);
    const double whole = std::abs(at - std::round(at)) < rounding ? std::round(at) : std::floor(at);
    nodes.first[nodes.across] = static_cast<int>(whole);
    nodes.part = static_cast<float>(at > whole ? at - whole : 0.0);
}

PlannedSlice on_nodes(const compute::Field& field, const SliceWish& wish)
{
    const auto* grid = field.grid_changes() ? nullptr : std::get_if<compute::UniformGrid>(&field.grid());
    if (grid == nullptr || !wish.plane.axis)
        throw FieldError("size",
                         "two integers, for \"nodes\" are those of a uniform grid on a plane across an "
                         "axis",
                         field.grid_changes() ? std::string{"a grid that changes with time"}
                         : grid == nullptr    ? fmt::format("a grid that is {}", to_string(field.info().kind))
                                              : std::string{"another plane"});
    const compute::FieldInfo& info = field.info();
    const compute::Bounds box = box_of(info, wish);
    PlannedSlice slice{across_axis(info, wish), NodesOnPlane{}};
    NodesOnPlane& nodes = *slice.nodes;
    nodes.across = static_cast<int>(*wish.plane.axis);
    nodes.u = others_than(nodes.across)[0];
    nodes.v = others_than(nodes.across)[1];
    const NodeRange u = nodes_along(*grid, info, nodes.u, box), v = nodes_along(*grid, info, nodes.v, box);
    if (u.count < 1 || v.count < 1)
        throw FieldError("region", "a box with nodes", fmt::format("{} x {} nodes", u.count, v.count));
    const auto most = static_cast<std::uint64_t>(std::max(u.count, v.count));
    const std::uint64_t pixels = static_cast<std::uint64_t>(u.count) * static_cast<std::uint64_t>(v.count);
    if (most > model::max_slice_side) throw model::LimitError("max_slice_side", model::max_slice_side, most);
    if (pixels > model::max_slice_pixels)
        throw model::LimitError("max_slice_pixels", model::max_slice_pixels, pixels);
    nodes.first[nodes.u] = u.first;
    nodes.first[nodes.v] = v.first;
    const double beyond = *wish.plane.position - info.bounds.lo[nodes.across];
    const bool is_inside = beyond >= 0.0 && *wish.plane.position <= info.bounds.hi[nodes.across];
    const bool is_flat = info.flat[static_cast<std::size_t>(nodes.across)];
    if (is_inside && !is_flat) {
        const NodeRange across = nodes_along(*grid, info, nodes.across, info.bounds);
        place_layer(across, beyond, across.count, nodes);
    }
    if (!is_inside && !is_flat) nodes.part = std::numeric_limits<float>::quiet_NaN();  // no values are there
    model::SlicePreamble& preamble = slice.preamble;
    preamble.width = static_cast<std::uint32_t>(u.count);
    preamble.height = static_cast<std::uint32_t>(v.count);
    glm::dvec3 corner = info.bounds.lo;
    corner[nodes.u] += (u.first - 0.5) * u.spacing;
    corner[nodes.v] += (v.first - 0.5) * v.spacing;
    corner[nodes.across] = *wish.plane.position;
    preamble.origin = model::point_of(corner);
    preamble.edge_u = model::point_of(u.count * u.spacing * along(nodes.u));
    preamble.edge_v = model::point_of(v.count * v.spacing * along(nodes.v));
    return slice;
}

}  // namespace

model::SlicePlane in_own_turn(model::SlicePlane plane, const compute::FieldInfo& info)
{
    const compute::OwnTurn turn{info};
    if (plane.axis == model::SliceAxis::X) plane.position = turn.moved(glm::dvec3{*plane.position}).x;
    if (plane.normal && !is_cut_by(info.bounds, plane)) {
        model::SlicePlane moved = plane;
        moved.origin = model::point_of(turn.moved(model::vec_of(*plane.origin)));
        if (is_cut_by(info.bounds, moved)) return moved;
    }
    if (plane.edge_u) {
        const double u = (*plane.edge_u)[0], v = (*plane.edge_v)[0], x = (*plane.origin)[0];
        const compute::Bounds box{glm::dvec3{x + std::min(u, 0.0) + std::min(v, 0.0)},
                                  glm::dvec3{x + std::max(u, 0.0) + std::max(v, 0.0)}};
        (*plane.origin)[0] += turn.moved(box).lo.x - box.lo.x;
    }
    return plane;
}

model::Region in_own_turn(const model::Region& region, const compute::FieldInfo& info)
{
    const compute::Bounds box =
        compute::OwnTurn{info}.moved(compute::Bounds{model::vec_of(region.lo), model::vec_of(region.hi)});
    return {model::point_of(box.lo), model::point_of(box.hi)};
}

PlannedSlice lay_out(const compute::Field& field, const SliceWish& wish)
{
    if (wish.size.of_nodes) return on_nodes(field, wish);
    if (wish.plane.axis) return {across_axis(field.info(), wish), std::nullopt};
    if (wish.plane.normal) return {across_normal(field.info(), wish), std::nullopt};
    return {parallelogram(wish), std::nullopt};
}

model::SlicePreamble at_level(model::SlicePreamble preamble, std::uint32_t level)
{
    const std::uint32_t beyond = (1U << level) - 1;
    preamble.width = (preamble.width + beyond) >> level;
    preamble.height = (preamble.height + beyond) >> level;
    preamble.level = level;
    return preamble;
}

}  // namespace farfield::node

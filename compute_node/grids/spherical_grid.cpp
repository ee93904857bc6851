#include "compute_node/grids/spherical_grid.h"

#include "compute_node/grids/cells/hexahedron.h"
#include "compute_node/grids/geo.h"
#include "compute_node/support/large_pages.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// Cells that a walk may visit before the index is used.
constexpr int max_steps_of_walk = 64;
/// Beyond this sine of the latitude (60 degrees) east turns noticeably within a cell.
constexpr float polar_sine = 0.8660254F;
/// Distance, in radii, by which a node on the pole itself is moved (6 m), so that its east is defined.
constexpr double off_axis = 1e-6;

glm::vec4 column_at(double longitude, double latitude)
{
    const double from_axis = std::max(std::cos(latitude * radians_per_degree), off_axis);
    return {from_axis * std::cos(longitude * radians_per_degree),
            from_axis * std::sin(longitude * radians_per_degree), std::sin(latitude * radians_per_degree),
            1.0 / from_axis};
}

/// Components of a direction along east and north of a frame.
glm::vec2 projected(const SphereFrame& frame, glm::vec3 direction)
{
    return {glm::dot(frame.east, direction), glm::dot(frame.north, direction)};
}

float cross(glm::vec2 a, glm::vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

float largest(glm::vec2 v)
{
    return std::max(std::abs(v.x), std::abs(v.y));
}

/// The bounds of a cell, widened by its bulge: at most a quarter of its squared width on the unit sphere.
CellBounds bounds_of_corners(const std::array<glm::vec3, 4>& corners)
{
    CellBounds bounds{corners[0], corners[0]};
    for (const glm::vec3& corner : corners) {
        bounds.lo = glm::min(bounds.lo, corner);
        bounds.hi = glm::max(bounds.hi, corner);
    }
    const float width = glm::length(bounds.hi - bounds.lo);
    const float bulge = 0.25F * width * width + 2.0F * cell_tolerance * width;
    bounds.lo -= bulge;
    bounds.hi += bulge;
    return bounds;
}

}  // namespace

SphereFrame::SphereFrame(float longitude, float latitude)
{
    const double east_sine = std::sin(longitude * radians_per_degree),
                 east_cosine = std::cos(longitude * radians_per_degree);
    const double sine = std::sin(latitude * radians_per_degree),
                 cosine = std::cos(latitude * radians_per_degree);
    east = {-east_sine, east_cosine, 0.0};
    north = {-sine * east_cosine, -sine * east_sine, cosine};
    outward = {cosine * east_cosine, cosine * east_sine, sine};
}

SphericalGrid::SphericalGrid(glm::ivec3 dims, const std::vector<glm::vec3>& points, float origin_latitude)
    : dims_{doubled(dims)}, origin_latitude_{origin_latitude}, is_layer_{dims.z == 1}
{
    if (dims.x < 2 || dims.y < 2)
        throw std::runtime_error("a grid of longitudes and latitudes that depend on both indices needs two "
                                 "nodes along each of them");
    const auto count = static_cast<std::size_t>(dims.x) * static_cast<std::size_t>(dims.y);
    std::vector<glm::vec4> columns;
    std::vector<glm::vec2> places;
    std::vector<float> heights;
    columns.reserve(count);
    places.reserve(count);
    heights.reserve(points.size());
    for (std::size_t n = 0; n < count; ++n) {
        columns.push_back(column_at(points[n].x, static_cast<double>(origin_latitude) + points[n].y));
        places.emplace_back(points[n].x, points[n].y);
    }
    for (const glm::vec3& point : points) heights.push_back(point.z);
    heights = double_flat_axes(std::move(heights), dims);
    columns_ = std::move(columns);
    places_ = std::move(places);
    heights_ = std::move(heights);
    keep_in_large_pages(std::as_bytes(std::span{heights_.data(), heights_.size()}));
    index_columns();
}

void SphericalGrid::index_columns()
{
    std::vector<CellBounds> cells;
    CellCursor at{0, {}, {}};
    for (at.cell.y = 0; at.cell.y < dims_.y - 1; ++at.cell.y)
        for (at.cell.x = 0; at.cell.x < dims_.x - 1; ++at.cell.x) {
            const glm::vec4* const c = columns_.data() + column(at);
            CellBounds bounds = bounds_of_corners(
                {glm::vec3{c[0]}, glm::vec3{c[1]}, glm::vec3{c[dims_.x]}, glm::vec3{c[dims_.x + 1]}});
            bounds.cell = static_cast<std::uint32_t>(column(at));
            cells.push_back(bounds);
        }
    bins_ = CellBins{std::move(cells)};
}

SphereFrame SphericalGrid::frame_at(glm::vec3 position) const
{
    return {position.x, origin_latitude_ + position.y};
}

glm::vec3 SphericalGrid::position_of(glm::ivec3 node) const
{
    const CellCursor at{0, node, {}};
    return {places_[column(at)], heights_[first_node(at)]};
}

std::optional<SphericalGrid::Footprint> SphericalGrid::footprint(const SphereFrame& about,
                                                                 const CellCursor& at) const
{
    const glm::vec4* const c = columns_.data() + column(at);
    const glm::vec3 c0{c[0]}, c1{c[1]}, c2{c[dims_.x]}, c3{c[dims_.x + 1]};
    if (!(glm::dot(about.outward, c0) > 0.0F)) return std::nullopt;  // on the Earth's other side
    const glm::vec3 r = c1 - c0, s = c2 - c0;
    return Footprint{projected(about, c0), projected(about, r), projected(about, s),
                     projected(about, c3 - c2 - r)};
}

bool SphericalGrid::look(const SphereFrame& about, CellCursor& cursor) const
{
    const auto print = footprint(about, cursor);
    if (!print) return false;
    glm::vec2 l{cursor.local};
    for (int step = 0; step < max_newton_steps; ++step) {
        const glm::vec2 r = print->r + l.y * print->rs, s = print->s + l.x * print->rs;
        const glm::vec2 miss = print->one + l.x * r + l.y * print->s;
        const float determinant = cross(r, s);
        if (!(std::abs(determinant) > 0.0F)) return false;
        const glm::vec2 move = glm::vec2{-cross(miss, s), cross(miss, r)} / determinant;
        l += move;
        cursor.local.x = l.x;
        cursor.local.y = l.y;
        if (!(largest(l - 0.5F) < newton_neighbourhood)) return false;
        if (largest(move) < newton_settled) return largest(l - 0.5F) <= 0.5F + cell_tolerance;
    }
    return false;
}

glm::vec2 SphericalGrid::heights_at(const CellCursor& at) const
{
    const std::size_t y = dims_.x, z = y * static_cast<std::size_t>(dims_.y);
    const float* const h = heights_.data() + first_node(at);
    const auto side = [&](const float* c) {
        const float near = c[0] + at.local.x * (c[1] - c[0]);
        const float far = c[y] + at.local.x * (c[y + 1] - c[y]);
        return near + at.local.y * (far - near);
    };
    return {side(h), side(h + z)};
}

bool SphericalGrid::climb(float height, CellCursor& cursor) const
{
    if (is_layer_) {
        cursor.cell.z = 0;
        cursor.local.z = 0.5F;
        return true;
    }
    const glm::vec2 first = heights_at({0, {cursor.cell.x, cursor.cell.y, 0}, cursor.local});
    const glm::vec2 last = heights_at({0, {cursor.cell.x, cursor.cell.y, dims_.z - 2}, cursor.local});
    const float up = last.y < first.x ? -1.0F : 1.0F;
    for (int step = 0; step < 2 * dims_.z; ++step) {
        const glm::vec2 side = heights_at(cursor);
        const float thickness = up * (side.y - side.x), above = up * (height - side.x);
        const float slack = cell_tolerance * thickness;
        if (above < -slack) {
            if (cursor.cell.z == 0) return false;
            --cursor.cell.z;
        } else if (above > thickness + slack || !(thickness > 0.0F)) {
            if (cursor.cell.z == dims_.z - 2) return false;
            ++cursor.cell.z;
        } else {
            cursor.local.z = above / thickness;
            return above == above;
        }
    }
    return false;
}

bool SphericalGrid::walk(glm::vec3 position, CellCursor& cursor) const
{
    const SphereFrame about = frame_at(position);
    for (int step = 0; step < max_steps_of_walk; ++step) {
        if (look(about, cursor)) return climb(position.z, cursor);
        cursor.local.z = 0.5F;  // the search is over the ground
        if (!step_towards(cursor.local, dims_, cursor.cell)) return false;
    }
    return false;
}

bool SphericalGrid::find(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    if (cursor.block >= 0 && walk(position, cursor) && is_valid(interpolate(nodes, cursor, position)))
        return true;
    return locate(position, nodes, cursor);
}

bool SphericalGrid::walk_to(glm::vec3 position, CellCursor& cursor) const
{
    return cursor.block >= 0 && walk(position, cursor);
}

bool SphericalGrid::locate(glm::vec3 position, const Node* nodes, CellCursor& cursor) const
{
    const SphereFrame about = frame_at(position);
    const auto columns = static_cast<std::uint32_t>(dims_.x);
    for (const std::uint32_t candidate : bins_.near(about.outward)) {
        const std::uint32_t n = bins_.bounds(candidate).cell;
        CellCursor at{0, {n % columns, n / columns, 0}, glm::vec3{0.5F}};
        if (!look(about, at) || !climb(position.z, at)) continue;
        if (nodes != nullptr && !is_valid(interpolate(nodes, at, position))) continue;
        cursor = at;
        return true;
    }
    return false;
}

bool SphericalGrid::is_polar(const CellCursor& cursor) const
{
    return std::abs(columns_[column(cursor)].z) > polar_sine;
}

Node SphericalGrid::interpolate_polar(const Node* nodes, const CellCursor& cursor) const
{
    const std::size_t y = dims_.x, z = y * static_cast<std::size_t>(dims_.y);
    const Node* const lowest = nodes + first_node(cursor);
    const glm::vec4* const columns = columns_.data() + column(cursor);
    const float pole = columns->z > 0.0F ? 1.0F : -1.0F;
    const auto turned = [&](std::size_t corner) {
        const glm::vec4& c = columns[corner];
        const float cosine = c.x * c.w, sine = c.y * c.w;
        const auto turn = [&](const Node& node) {
            return Node{-node.x * sine - pole * node.y * cosine, node.x * cosine - pole * node.y * sine,
                        node.z, node.w};
        };
        const Node below = turn(lowest[corner]), above = turn(lowest[corner + z]);
        return lerp(below, above, cursor.local.z);
    };
    const Node near = lerp(turned(0), turned(1), cursor.local.x);
    const Node far = lerp(turned(y), turned(y + 1), cursor.local.x);
    return lerp(near, far, cursor.local.y);
}

Node SphericalGrid::interpolate(const Node* nodes, const CellCursor& cursor, glm::vec3 position) const
{
    if (!is_polar(cursor)) return trilinear(nodes + first_node(cursor), dims_, cursor.local);
    const Node turned = interpolate_polar(nodes, cursor);
    const SphereFrame about = frame_at(position);
    const float pole = columns_[column(cursor)].z > 0.0F ? 1.0F : -1.0F;
    const float cosine = about.east.y, sine = -about.east.x;
    return {-turned.x * sine + turned.y * cosine, -pole * (turned.x * cosine + turned.y * sine), turned.z,
            turned.w};
}

float SphericalGrid::crossing_rate(const CellCursor& cursor, glm::vec3 position, glm::vec3 velocity) const
{
    const auto print = footprint(frame_at(position), cursor);
    if (!print) return 0.0F;
    const glm::vec2 r = print->r + cursor.local.y * print->rs, s = print->s + cursor.local.x * print->rs;
    const glm::vec2 way = static_cast<float>(radians_per_degree) * glm::vec2{velocity};
    const float determinant = cross(r, s);
    if (determinant == 0.0F) return 0.0F;
    const glm::vec2 local = glm::vec2{cross(way, s), cross(r, way)} / determinant;
    if (is_layer_) return largest(local);
    const auto height_at = [&](glm::vec2 place) {
        const glm::vec2 side = heights_at({0, cursor.cell, {place, 0.0F}});
        return side.x + cursor.local.z * (side.y - side.x);
    };
    const glm::vec2 here{cursor.local};
    const float slope = local.x * (height_at({1.0F, here.y}) - height_at({0.0F, here.y})) +
                        local.y * (height_at({here.x, 1.0F}) - height_at({here.x, 0.0F}));
    const glm::vec2 side = heights_at(cursor);
    const float thickness = std::abs(side.y - side.x);
    const float climbing = thickness > 0.0F ? std::abs(velocity.z - slope) / thickness : 0.0F;
    return std::max(largest(local), climbing);
}

}  // namespace farfield::compute

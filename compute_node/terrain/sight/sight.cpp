#include "compute_node/terrain/sight/sight.h"

#include "compute_node/terrain/sight/ground_point.h"
#include "compute_node/terrain/sight/sight_line.h"
#include "compute_node/terrain/tree/tree_walk.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace farfield::terrain {

namespace {

/// An end over posts.
struct GridEnd {
    Sighting fault = Sighting::Visible;
    glm::dvec3 place{0.0};  ///< columns, rows and metres above the datum
    double above = 0.0;     ///< metres above the surface; NaN above a hole
};

GridEnd grid_end(const Terrain& terrain, SightEnd end, bool is_absolute)
{
    const auto ground_point = ground_point_at(terrain.blocks, terrain.info.frame.post_at(glm::dvec2{end}));
    if (!ground_point) return {Sighting::OffMap};
    const auto& [post, ground] = *ground_point;
    if (is_absolute) return {Sighting::Visible, {post, end.z}, end.z - ground};
    if (std::isnan(ground)) return {Sighting::NoHeight};
    return {Sighting::Visible, {post, ground + end.z}, end.z};
}

/// Metres between posts at the middle of a line.
glm::dvec2 post_metres_of(const Terrain& terrain, const GridRay& line)
{
    return terrain.info.frame.post_metres_at(
        glm::dvec2{terrain.place_of(line.origin + 0.5 * line.direction)});
}

/// The sight line between two ends. curvature: see earth_curvature().
SightLine line_between(const Terrain& terrain, const GridEnd& observer, const GridEnd& target,
                       double curvature)
{
    const double highest = std::max(std::abs(observer.place.z), std::abs(target.place.z));
    SightLine line{{observer.place, target.place - observer.place},
                   observer.above,
                   target.above,
                   touch_metres(terrain.blocks, highest)};
    const glm::dvec2 metres = glm::dvec2{line.ray.direction} * post_metres_of(terrain, line.ray);
    // Straight from end to end, the line dips as far below as the Earth's bend then raises it.
    line.ray.bend = curvature * glm::dot(metres, metres);
    line.ray.direction.z -= line.ray.bend;
    return line;
}

/// The first s at which a clearance that comes below zero does so.
double first_below(const Clearance& g, double length)
{
    if (g.c < 0.0 || (g.c == 0.0 && g.b < 0.0)) return 0.0;
    // A clearance that begins at zero crosses at its other root.
    const double root = g.c == 0.0 ? -g.b / g.a : first_root(g).value_or(length);
    return std::clamp(root, 0.0, length);
}

/// The t at which a cell's surface first rises above a line, if it does.
std::optional<double> blocked_by(const HeightBlocks& terrain, const SightLine& line, std::int64_t column,
                                 std::int64_t row)
{
    const std::optional<Blocking> blocking = blocking_of(terrain, line, column, row);
    if (!blocking) return std::nullopt;
    const auto& [clearance, part] = *blocking;
    return part.begin + first_below(clearance, part.end - part.begin);
}

std::optional<double> first_blocked(const HeightBlocks& terrain, const SightLine& line)
{
    std::optional<double> first;
    const bool is_in_order = !line.ray.is_on_column() && !line.ray.is_on_row();
    TreeWalk walk{terrain, line.ray, 1.0};
    const auto is_wanted = [&](int level, std::uint32_t node, RayPart part) {
        return line.comes_below(terrain.maxima[static_cast<std::size_t>(level)][node], part);
    };
    walk.run(is_wanted, [&](std::int64_t column, std::int64_t row) {
        const std::optional<double> t = blocked_by(terrain, line, column, row);
        if (!t || (first && *first <= *t)) return false;
        first = t;
        walk.end_at(*t);
        return is_in_order;
    });
    return first;
}

SightPoint point_at(const Terrain& terrain, const SightLine& line, double t)
{
    const GridRay& ray = line.ray;
    glm::dvec3 grid = ray.origin + t * ray.direction;
    grid.z = ray.height_at(t);
    const glm::dvec3 metres{glm::dvec2{ray.direction} * post_metres_of(terrain, ray), ray.direction.z};
    return {terrain.place_of(grid), t * glm::length(metres)};
}

/// The least clearance; that of the lower end where there is no minimum in between.
LeastClearance clearance_or_end(const HeightBlocks& terrain, const SightLine& line)
{
    const LeastClearance least = least_clearance(terrain, line);
    if (!std::isnan(least.t)) return least;
    const bool is_target = std::isnan(line.observer_metres) || line.target_metres < line.observer_metres;
    return is_target ? LeastClearance{line.target_metres, 1.0} : LeastClearance{line.observer_metres, 0.0};
}

}  // namespace

std::string_view to_string(Sighting sighting)
{
    switch (sighting) {
    case Sighting::Visible:
        return "yes";
    case Sighting::Blocked:
        return "no";
    case Sighting::OffMap:
        return "off-map";
    case Sighting::NoHeight:
        break;
    }
    return "no-height";
}

SightLines::SightLines(const Terrain& terrain, const SightSettings& settings)
    : SightLines{terrain, settings, std::make_shared<const VoidTree>(terrain.blocks)}
{}

SightLines::SightLines(const Terrain& terrain, const SightSettings& settings,
                       std::shared_ptr<const VoidTree> voids)
    : terrain_{terrain}, settings_{settings}, voids_{std::move(voids)}
{}

SightAnswer SightLines::look(SightEnd observer, SightEnd target) const
{
    const GridEnd from = grid_end(terrain_, observer, settings_.absolute);
    const GridEnd to = grid_end(terrain_, target, settings_.absolute);
    SightAnswer answer;
    answer.sighting = from.fault == Sighting::Visible ? to.fault : from.fault;
    if (answer.sighting != Sighting::Visible) return answer;
    const SightLine line = line_between(terrain_, from, to, settings_.curvature);
    if (const auto t = first_blocked(terrain_.blocks, line)) {
        answer.sighting = Sighting::Blocked;
        answer.blocked = point_at(terrain_, line, *t);
    }
    answer.voids = voids_->is_crossed(terrain_.blocks, line.ray, 1.0);
    if (!settings_.clearance) return answer;
    const LeastClearance least = clearance_or_end(terrain_.blocks, line);
    answer.clearance = least.metres;
    if (!std::isnan(least.metres)) answer.nearest = point_at(terrain_, line, least.t);
    return answer;
}

}  // namespace farfield::terrain

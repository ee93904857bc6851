#include "compute_node/terrain/rays/single_ray.h"

#include "compute_node/terrain/tree/tree_walk.h"

#include <cmath>
#include <optional>

namespace farfield::terrain {

namespace {

/// The end of a ray that comes into a cell below its surface, by the place that it came from.
RayEnd end_below(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column, std::int64_t row,
                 double begin)
{
    if (begin <= 0.0) return RayEnd::Underground;
    const auto left = static_cast<double>(column), upper = static_cast<double>(row);
    const RayPart x = part_between(left, left + 1.0, ray.origin.x, ray.direction.x);
    const RayPart y = part_between(upper, upper + 1.0, ray.origin.y, ray.direction.y);
    // A ray through a post comes in from the cell across.
    std::int64_t i = x.begin >= begin ? column - (ray.direction.x > 0.0 ? 1 : -1) : column;
    std::int64_t j = y.begin >= begin ? row - (ray.direction.y > 0.0 ? 1 : -1) : row;
    if (i < 0 || j < 0 || i >= terrain.columns - 1 || j >= terrain.rows - 1) return RayEnd::Underground;
    // Next to a surface the surface continues without a step: a ray below it by rounding has just crossed it.
    return bilinear_cell_below(terrain, ray, i, j) ? RayEnd::Ground : RayEnd::Void;
}

/// The event above one cell that ends the ray, if any; t also for a hole.
std::optional<RayHit> meet_cell(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column,
                                std::int64_t row)
{
    const RayPart part = part_above(ray, static_cast<double>(column), static_cast<double>(row), 1.0, 1.0);
    if (part.is_empty()) return std::nullopt;
    const std::optional<BilinearCell> surface = bilinear_cell_at(terrain, column, row);
    if (!surface) return std::nullopt;
    const Clearance g = clearance_above(*surface, ray, column, row, part.begin);
    if (g.c <= 0.0) {
        const RayEnd end = g.c == 0.0 ? RayEnd::Ground : end_below(terrain, ray, column, row, part.begin);
        return RayHit{end, part.begin};
    }
    const std::optional<double> root = first_root(g);
    if (!root) return std::nullopt;
    if (part.begin + *root <= part.end) return RayHit{RayEnd::Ground, part.begin + *root};
    // Here rounding has put a root beyond the cell: the next cell may have no surface to cross.
    if (g.at(part.end - part.begin) > 0.0) return std::nullopt;
    return RayHit{RayEnd::Ground, part.end};
}

/// True when a hit comes before another; ground counts before a hole at the same place.
bool is_nearer(const RayHit& hit, const std::optional<RayHit>& than)
{
    if (!than || hit.t < than->t) return true;
    return hit.t == than->t && than->end == RayEnd::Void && hit.end != RayEnd::Void;
}

std::optional<RayHit> first_hit(const HeightBlocks& terrain, const GridRay& ray)
{
    std::optional<RayHit> nearest;
    const bool is_in_order = !ray.is_on_column() && !ray.is_on_row();
    TreeWalk walk{terrain, ray};
    const auto is_wanted = [&](int level, std::uint32_t node, RayPart part) {
        return comes_to_maximum(terrain, ray, level, node, part);
    };
    walk.run(is_wanted, [&](std::int64_t column, std::int64_t row) {
        const std::optional<RayHit> hit = meet_cell(terrain, ray, column, row);
        if (!hit || !is_nearer(*hit, nearest)) return false;
        nearest = hit;
        walk.end_at(hit->t);
        return is_in_order;
    });
    return nearest;
}

/// True for a ray below all surfaces: one that met none has then gone through a hole.
bool is_below_all(const HeightBlocks& terrain, const GridRay& ray)
{
    const RayPart part = part_above(ray, 0.0, 0.0, static_cast<double>(terrain.columns - 1),
                                    static_cast<double>(terrain.rows - 1));
    return !part.is_empty() && lowest_on(ray, part) < terrain.lowest;
}

}  // namespace

RayHit cast_ray(const HeightBlocks& terrain, const GridRay& ray)
{
    if (const auto hit = first_hit(terrain, ray)) return hit->end == RayEnd::Void ? RayHit{hit->end} : *hit;
    return {is_below_all(terrain, ray) ? RayEnd::Void : RayEnd::Sky};
}

RayHit cast_ray_from(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column, std::int64_t row)
{
    const auto hit = meet_cell(terrain, ray, column, row);
    // Through a post a ray may come into another cell first: only the walk finds a hit there.
    if (!hit || hit->end == RayEnd::Ground) return cast_ray(terrain, ray);
    return hit->end == RayEnd::Void ? RayHit{hit->end} : *hit;
}

}  // namespace farfield::terrain

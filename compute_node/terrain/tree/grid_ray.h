#pragma once

#include "compute_node/terrain/tree/bilinear_cell.h"

#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace farfield::terrain {

/// A ray over the posts of a terrain: x in columns, y in rows, z in metres. At t it is at
/// origin + t direction, and z is higher by bend t^2, the drop of the curved Earth below it.
struct GridRay {
    glm::dvec3 origin{0.0};
    glm::dvec3 direction{0.0};  ///< not all zero
    double bend = 0.0;          ///< at least 0

    [[nodiscard]] double height_at(double t) const { return origin.z + t * (direction.z + t * bend); }
    /// True when the ray runs exactly between columns of cells, or between rows: it is above both at once.
    [[nodiscard]] bool is_on_column() const { return direction.x == 0.0 && origin.x == std::floor(origin.x); }
    [[nodiscard]] bool is_on_row() const { return direction.y == 0.0 && origin.y == std::floor(origin.y); }
};

/// Part of a ray.
struct RayPart {
    double begin = 0.0;
    double end = 0.0;

    /// True without any t; a part that begins at infinity lies beyond all numbers.
    [[nodiscard]] bool is_empty() const
    {
        return !(begin <= end) || begin == std::numeric_limits<double>::infinity();
    }
};

/// The part of a ray between two planes of one axis; everywhere or nowhere for one that runs along them.
[[nodiscard]] inline RayPart part_between(double low, double high, double origin, double direction)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (direction == 0.0)
        return low <= origin && origin <= high ? RayPart{-infinity, infinity} : RayPart{infinity, -infinity};
    const double a = (low - origin) / direction, b = (high - origin) / direction;
    return {std::min(a, b), std::max(a, b)};
}

/// The part of a ray above a square of posts, from t = 0 on.
[[nodiscard]] inline RayPart part_above(const GridRay& ray, double column, double row, double width,
                                        double height)
{
    const RayPart x = part_between(column, column + width, ray.origin.x, ray.direction.x);
    const RayPart y = part_between(row, row + height, ray.origin.y, ray.direction.y);
    return {std::max({x.begin, y.begin, 0.0}), std::min(x.end, y.end)};
}

/// The least height of a ray on a part that is not empty.
[[nodiscard]] inline double lowest_on(const GridRay& ray, RayPart part)
{
    constexpr double far_off = 1e300;  // still with a finite height
    const double end = std::min(part.end, far_off);
    const double lower = std::min(ray.height_at(part.begin), ray.height_at(end));
    if (ray.bend <= 0.0) return lower;
    const double vertex =
        std::clamp(-ray.direction.z / (2.0 * ray.bend), part.begin, std::max(part.begin, end));
    return std::min(lower, ray.height_at(vertex));
}

/// The surface of a cell, or of the cell beside it where the ray runs exactly between two: along such a line
/// there is ground when there is some on either side.
[[nodiscard]] inline std::optional<BilinearCell>
bilinear_cell_below(const HeightBlocks& terrain, const GridRay& ray, std::int64_t& column, std::int64_t& row)
{
    const std::int64_t beside = ray.origin.x > static_cast<double>(column) ? column + 1 : column - 1;
    const std::int64_t beyond = ray.origin.y > static_cast<double>(row) ? row + 1 : row - 1;
    for (const std::int64_t j : {row, beyond})
        for (const std::int64_t i : {column, beside}) {
            if ((i != column && !ray.is_on_column()) || (j != row && !ray.is_on_row())) continue;
            auto surface = bilinear_cell_at(terrain, i, j);
            if (!surface) continue;
            column = i;
            row = j;
            return surface;
        }
    return std::nullopt;
}

/// A ray's height above a patch at begin + s, as c + b s + a s^2.
struct Clearance {
    double a, b, c;

    [[nodiscard]] double at(double s) const { return c + s * (b + s * a); }
    /// The least clearance for s in [0, length].
    [[nodiscard]] double lowest(double length) const
    {
        const double at_ends = std::min(c, at(length));
        const double vertex = a > 0.0 ? -b / (2.0 * a) : -1.0;
        return vertex > 0.0 && vertex < length ? std::min(at_ends, at(vertex)) : at_ends;
    }
};

[[nodiscard]] inline Clearance clearance_above(const BilinearCell& surface, const GridRay& ray,
                                               std::int64_t column, std::int64_t row, double begin)
{
    const double x = ray.origin.x - static_cast<double>(column) + begin * ray.direction.x;
    const double y = ray.origin.y - static_cast<double>(row) + begin * ray.direction.y;
    const double dx = ray.direction.x, dy = ray.direction.y;
    return {ray.bend - surface.e * dx * dy,
            ray.direction.z + 2.0 * begin * ray.bend - surface.b * dx - surface.c * dy -
                surface.e * (x * dy + y * dx),
            ray.height_at(begin) - surface.height_at(x, y)};
}

/// The smallest s >= 0 at which a clearance that is positive at 0 reaches 0. Written so that no digits cancel
/// (Press et al., "Numerical Recipes", 3rd ed. 2007, section 5.6); a double root is a touch and counts.
[[nodiscard]] inline std::optional<double> first_root(const Clearance& g)
{
    const double discriminant = g.b * g.b - 4.0 * g.a * g.c;
    if (discriminant < 0.0) return std::nullopt;
    const double denominator = std::sqrt(discriminant) - g.b;
    if (denominator <= 0.0) return std::nullopt;
    return 2.0 * g.c / denominator;
}

}  // namespace farfield::terrain

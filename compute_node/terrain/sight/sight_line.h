#pragma once

#include "compute_node/terrain/tree/grid_ray.h"

#include <algorithm>
#include <cmath>

namespace farfield::terrain {

/// The depth below the surface at which a line still only touches it: the bound of rounding in binary64, more
/// than occurs. line_metres: the largest distance of the line's ends from the datum.
[[nodiscard]] inline double touch_metres(const HeightBlocks& terrain, double line_metres)
{
    constexpr double least = 1e-8, relative = 1e-12;
    return least + relative * std::max({std::abs(double{terrain.highest}), std::abs(double{terrain.lowest}),
                                        std::abs(line_metres)});
}

/// A sight line over posts: t from 0 at the observer's eye to 1 at the target. The heights of its ends above
/// the surface are exact.
struct SightLine {
    GridRay ray;
    double observer_metres = 0.0;  ///< above the surface; NaN above a hole
    double target_metres = 0.0;
    double touch_metres = 0.0;  ///< see touch_metres()

    /// The line's height above a cell's surface from t = part.begin on.
    [[nodiscard]] Clearance above(const BilinearCell& surface, std::int64_t column, std::int64_t row,
                                  RayPart part) const
    {
        Clearance g = clearance_above(surface, ray, column, row, part.begin);
        const double length = part.end - part.begin;
        if (part.begin == 0.0) g.c = observer_metres;
        // The slope is then such as to lead to the target's height, so that its root there is exact.
        if (part.end == 1.0 && length > 0.0) g.b = (target_metres - g.c) / length - g.a * length;
        return g;
    }

    /// True when ground as high as `maximum` may rise above the line on a part.
    [[nodiscard]] bool comes_below(float maximum, RayPart part) const
    {
        return lowest_on(ray, part) + touch_metres < double{maximum};
    }
};

/// The part of a line above a cell; empty where the line does not pass over it.
[[nodiscard]] inline RayPart part_of_line(const SightLine& line, std::int64_t column, std::int64_t row)
{
    RayPart part = part_above(line.ray, static_cast<double>(column), static_cast<double>(row), 1.0, 1.0);
    part.end = std::min(part.end, 1.0);
    return part;
}

/// A line's height above a cell where the cell's surface rises above it by more than a touch.
struct Blocking {
    Clearance clearance;
    RayPart part;
};
[[nodiscard]] inline std::optional<Blocking> blocking_of(const HeightBlocks& terrain, const SightLine& line,
                                                         std::int64_t column, std::int64_t row)
{
    const RayPart part = part_of_line(line, column, row);
    if (part.is_empty()) return std::nullopt;
    const std::optional<BilinearCell> surface = bilinear_cell_at(terrain, column, row);
    if (!surface) return std::nullopt;
    const Clearance g = line.above(*surface, column, row, part);
    if (!(g.lowest(part.end - part.begin) < -line.touch_metres)) return std::nullopt;
    return Blocking{g, part};
}

/// The smallest height above the surface that is a minimum strictly between the ends (see SightLines), and
/// its t; NaN where there is none. Goes through all cells below the line.
struct LeastClearance {
    double metres = std::numeric_limits<double>::quiet_NaN();
    double t = std::numeric_limits<double>::quiet_NaN();
};
[[nodiscard]] LeastClearance least_clearance(const HeightBlocks& terrain, const SightLine& line);

}  // namespace farfield::terrain

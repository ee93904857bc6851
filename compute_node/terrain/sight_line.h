#pragma once

#include "compute_node/terrain/grid_ray.h"

namespace farfield::compute {

/// A sight line over posts: t from 0 at the observer's eye to 1 at the target. What it is above the surface
/// at its ends is known exactly.
struct SightLine {
    GridRay ray;
    double observer_metres = 0.0;  ///< above the surface; NaN above a hole
    double target_metres = 0.0;

    /// Its height above a cell's surface from t = part.begin on.
    [[nodiscard]] Clearance above(const Patch& patch, std::int64_t column, std::int64_t row,
                                  RayPart part) const
    {
        Clearance g = clearance_above(patch, ray, column, row, part.begin);
        const double length = part.end - part.begin;
        if (part.begin == 0.0) g.c = observer_metres;
        // The slope is then what leads to the target's height, so that its root there is exact.
        if (part.end == 1.0 && length > 0.0) g.b = (target_metres - g.c) / length - g.a * length;
        return g;
    }
};

/// The part of a line above a cell; empty where it is not.
[[nodiscard]] inline RayPart part_of_line(const SightLine& line, std::int64_t column, std::int64_t row)
{
    RayPart part = part_above(line.ray, static_cast<double>(column), static_cast<double>(row), 1.0, 1.0);
    part.end = std::min(part.end, 1.0);
    return part;
}

/// The smallest height above the surface that is a minimum strictly between the ends (see SightLines), and
/// its t; NaN where there is none. Goes through all cells below the line.
struct LeastClearance {
    double metres = std::numeric_limits<double>::quiet_NaN();
    double t = std::numeric_limits<double>::quiet_NaN();
};
[[nodiscard]] LeastClearance least_clearance(const HeightBlocks& terrain, const SightLine& line);

}  // namespace farfield::compute

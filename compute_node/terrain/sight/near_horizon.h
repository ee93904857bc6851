#pragma once

#include "compute_node/terrain/sight/post_sight.h"
#include "compute_node/terrain/sight/viewshed_octant.h"

namespace farfield::terrain {

/// The bound of the horizon next to the eye, where posts are too far apart to give one.
class NearHorizon {
public:
    NearHorizon(const HeightBlocks& terrain, const PostSight& sight, const ViewshedOctant& octant,
                double reach);

    /// Bound of the rise a step of all ground up to the reach, seen from the eye at tangents between these
    /// two; infinity where there are holes.
    [[nodiscard]] double highest_between(double from_tangent, double to_tangent) const;

private:
    [[nodiscard]] double highest_along(double tangent) const;

    const HeightBlocks& terrain_;
    const PostSight& sight_;
    const ViewshedOctant& octant_;
    double reach_;      ///< steps
    double steepness_;  ///< largest rise of the ground there from a side to the next, metres
};

}  // namespace farfield::terrain

#pragma once

#include "compute_node/terrain/terrain.h"
#include "compute_node/terrain/tree/void_tree.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

namespace farfield::terrain {

/// End of a sight line, in the terrain's coordinates; z: metres above the ground there, or above the datum of
/// the heights (SightSettings::absolute).
using SightEnd = glm::dvec3;

struct SightSettings {
    double curvature = 0.0;  ///< see earth_curvature(); 0 for a flat Earth
    bool absolute = false;   ///< ends' z is above the datum
    bool clearance = false;  ///< also computes it: costs a walk through all cells below the line
};

/// The visibility of a target.
enum class Sighting {
    Visible,
    Blocked,
    OffMap,    ///< an end is not above the terrain
    NoHeight,  ///< an end stands above ground that has no height
};

/// "yes", "no", "off-map" or "no-height".
[[nodiscard]] std::string_view to_string(Sighting sighting);

/// A point of the sight line.
struct SightPoint {
    glm::dvec3 place{std::numeric_limits<double>::quiet_NaN()};  ///< in the terrain's coordinates
    /// Metres from the observer in a straight line, like the range of a ray.
    double distance = std::numeric_limits<double>::quiet_NaN();
};

/// The answer about one sight line; numbers are NaN where there are none.
struct SightAnswer {
    Sighting sighting = Sighting::Visible;
    SightPoint blocked;  ///< first point where ground rises above the line, from the observer
    bool voids = false;  ///< the line crosses cells without surface, with unknown heights
    double clearance = std::numeric_limits<double>::quiet_NaN();  ///< metres
    SightPoint nearest;                                           ///< point of that clearance
};

/// Lines of sight over a terrain.
///
/// The line from the observer's eye to the target's point is straight: over a curved Earth it passes lower
/// over the ground in between, by curvature * distance from one end * distance from the other. The target
/// is visible unless some point of the exact bilinear surface lies above the line strictly between its
/// ends; touching does not block, and sight_line.h says how little counts as touching. An end that stands
/// on the ground touches it and is no obstacle to itself: there the height's root is factored out, not
/// passed over by a distance. A cell that lacks a post has no surface and does not block. Visibility is
/// symmetric.
///
/// Clearance is the smallest height of the line above the surface where it is a minimum: on a crest, or where
/// the line goes over a hole's edge, strictly between the ends. It is below zero where the target is hidden:
/// by how much the line would have to be raised there. An end's own height is no minimum, or it would be the
/// answer for every eye close to the ground; it counts only where there is nothing in between.
///
/// Ownership: borrows the terrain. Threads: look() may be called on many at once.
class SightLines {
public:
    /// Finds the holes of the terrain, once.
    SightLines(const Terrain& terrain, const SightSettings& settings);
    /// Takes a tree of holes that are known already.
    SightLines(const Terrain& terrain, const SightSettings& settings, std::shared_ptr<const VoidTree> voids);

    [[nodiscard]] SightAnswer look(SightEnd observer, SightEnd target) const;

private:
    const Terrain& terrain_;
    SightSettings settings_;
    std::shared_ptr<const VoidTree> voids_;
};

}  // namespace farfield::terrain

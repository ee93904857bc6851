#pragma once

#include <glm/vec2.hpp>

#include <string>

namespace farfield::terrain {

/// Where the posts of a terrain lie. A post is where its pixel's centre is. Users give and get coordinates of
/// the terrain's own reference system: x east and y north, in metres, or longitude and latitude in degrees.
/// Rays run in metres of a local east-north-up frame, into which one scale an axis leads: for a geographic
/// terrain the metres a degree takes on its ellipsoid at the middle latitude. So east-west distances are
/// exact there and a little off elsewhere: by the ratio of the cosines of the latitudes.
struct PostFrame {
    std::string crs;          ///< the reference system as WKT; empty where none is named
    bool geographic = false;  ///< longitude and latitude, in degrees
    /// Metres, or degrees, of the reference system's own unit, a foot for example. Coordinates are the
    /// system's times this: divide by it in files that name the system.
    double crs_unit = 1.0;
    glm::dvec2 origin{0.0};         ///< of post (0, 0), in coordinates
    glm::dvec2 spacing{1.0, -1.0};  ///< coordinates from a column to the next, from a row to the next
    glm::dvec2 metres{1.0};         ///< metres of one unit of a coordinate, along x and along y

    /// Column and row, with fractions, of a place. Values between two posts are between their numbers.
    [[nodiscard]] glm::dvec2 post_at(glm::dvec2 coordinates) const
    {
        return (coordinates - origin) / spacing;
    }
    [[nodiscard]] glm::dvec2 coordinates_of(glm::dvec2 post) const { return origin + post * spacing; }
    /// Metres from a column to the next (east positive) and from a row to the next (north positive).
    [[nodiscard]] glm::dvec2 post_metres() const { return spacing * metres; }
};

}  // namespace farfield::terrain

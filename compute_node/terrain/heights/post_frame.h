#pragma once

#include <glm/vec2.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace farfield::terrain {

/// The position of a terrain's posts. A post lies at its pixel's centre. Users give and get coordinates of
/// the terrain's own reference system: x east and y north, in metres, or longitude and latitude in degrees.
/// Rays run in metres of a local east-north-up frame, into which one scale an axis leads: the metres of
/// ground that a unit takes where the ray is.
struct PostFrame {
    std::string crs;          ///< the reference system as WKT; empty where none is named
    bool geographic = false;  ///< longitude and latitude, in degrees
    /// Metres, or degrees, of the reference system's own unit, a foot for example. Coordinates are the
    /// system's times this: divide by it in files that name the system.
    double crs_unit = 1.0;
    glm::dvec2 origin{0.0};         ///< coordinates of post (0, 0)
    glm::dvec2 spacing{1.0, -1.0};  ///< coordinates from a column to the next, from a row to the next
    /// Metres of ground of one unit of a coordinate, along x and along y, in the middle of the terrain.
    glm::dvec2 metres{1.0};
    /// The same at a place in coordinates; empty where it is everywhere as in the middle, or nearly so.
    std::function<glm::dvec2(glm::dvec2)> metres_where = {};

    /// The longitude in the middle of a geographic terrain: others are moved by turns of 360 degrees next to
    /// it. NaN: they are taken as they are.
    double middle_longitude = std::numeric_limits<double>::quiet_NaN();
    /// Remarks on how far lengths on the map are those on the ground: a terrain's notes have them, too.
    std::vector<std::string> remarks = {};

    /// Column and row, with fractions, of a place. Values between two posts lie between their numbers.
    [[nodiscard]] glm::dvec2 post_at(glm::dvec2 coordinates) const
    {
        constexpr double full_turn = 360.0;
        const double east = coordinates.x - middle_longitude;  // NaN is not larger
        if (std::abs(east) > 0.5 * full_turn) coordinates.x -= full_turn * std::round(east / full_turn);
        return (coordinates - origin) / spacing;
    }
    [[nodiscard]] glm::dvec2 coordinates_of(glm::dvec2 post) const { return origin + post * spacing; }
    /// Metres from a column to the next (east positive) and from a row to the next (north positive).
    [[nodiscard]] glm::dvec2 post_metres() const { return spacing * metres; }
    /// The same about a place in coordinates.
    [[nodiscard]] glm::dvec2 post_metres_at(glm::dvec2 coordinates) const
    {
        return spacing * (metres_where ? metres_where(coordinates) : metres);
    }
};

}  // namespace farfield::terrain

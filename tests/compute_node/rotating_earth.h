#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/geo.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace farfield::compute::testing {

inline constexpr double to_radians = std::numbers::pi / 180.0;

/// From the Earth's centre, its axis along z.
inline glm::dvec3 direction_of(double longitude, double latitude)
{
    const double lon = longitude * to_radians, lat = latitude * to_radians;
    return {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
}

inline glm::dvec2 place_of(glm::dvec3 direction)
{
    return {std::atan2(direction.y, direction.x) / to_radians,
            std::atan2(direction.z, std::hypot(direction.x, direction.y)) / to_radians};
}

/// Degrees between two directions.
inline double angle_between(glm::dvec3 a, glm::dvec3 b)
{
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)) / to_radians;
}

/// The Earth's air turning as one about an axis of unit length, so many degrees a second: all that it carries
/// stays at its angular distance from the axis.
struct Turning {
    glm::dvec3 axis;
    double degrees_per_second = 1.0;

    /// Eastward and northward in m/s.
    [[nodiscard]] glm::dvec2 at(double longitude, double latitude) const
    {
        const glm::dvec3 place = direction_of(longitude, latitude);
        const glm::dvec3 velocity = degrees_per_second * metres_per_degree * glm::cross(axis, place);
        const double lon = longitude * to_radians, lat = latitude * to_radians;
        const glm::dvec3 east{-std::sin(lon), std::cos(lon), 0.0};
        const glm::dvec3 north{-std::sin(lat) * std::cos(lon), -std::sin(lat) * std::sin(lon), std::cos(lat)};
        return {glm::dot(velocity, east), glm::dot(velocity, north)};
    }
    /// Where a place is carried to (Rodrigues).
    [[nodiscard]] glm::dvec3 carried(glm::dvec3 from, double seconds) const
    {
        const double angle = degrees_per_second * seconds * to_radians;
        return from * std::cos(angle) + glm::cross(axis, from) * std::sin(angle) +
               axis * glm::dot(axis, from) * (1.0 - std::cos(angle));
    }
};

inline void push_velocity(GridData& data, glm::dvec2 velocity)
{
    for (const double component : {velocity.x, velocity.y, 0.0})
        data.arrays.front().values.own().push_back(static_cast<float>(component));
}

inline GridData geographic_data(glm::uvec3 dims)
{
    GridData data;
    data.dims = {dims};
    data.geographic = true;
    data.position_units = "degrees";
    data.z_units = "m";
    data.arrays = {{"velocity", 3, {}, "m/s"}};
    return data;
}

/// The globe from pole to pole, nodes every so many degrees.
inline GridData whole_globe(const Turning& turning, int spacing = 1)
{
    const int columns = 360 / spacing, rows = 180 / spacing + 1;
    GridData data = geographic_data({columns, rows, 1});
    RectilinearGeometry grid;
    for (int i = 0; i < columns; ++i) grid.coordinates[0].push_back(spacing * i);
    for (int j = 0; j < rows; ++j) grid.coordinates[1].push_back(spacing * j - 90.0);
    grid.coordinates[2] = {0.0};
    for (const double latitude : grid.coordinates[1])
        for (const double longitude : grid.coordinates[0])
            push_velocity(data, turning.at(longitude, latitude));
    data.geometry = grid;
    close_longitudes(data);
    return data;
}

/// A cap of a grid with its own equator through a pole, 40 degrees about it, nodes every degree; the pole
/// is the middle of a cell. heights: of its layers. side: 1 north, -1 south.
inline GridData cap_about_pole(const Turning& turning, double side = 1.0,
                               const std::vector<double>& heights = {0.0})
{
    constexpr int nodes = 80;
    GridData data = geographic_data({nodes, nodes, heights.size()});
    CurvilinearGeometry grid;
    double before = 0.0;
    for (const double height : heights)
        for (int j = 0; j < nodes; ++j)
            for (int i = 0; i < nodes; ++i) {
                const glm::dvec3 own = direction_of(i - 39.5, j - 39.5);
                const glm::dvec2 place = place_of({side * -own.z, own.y, side * own.x});
                // As readers do it, longitudes follow on.
                before += std::remainder(place.x - before, 360.0);
                grid.points.emplace_back(before, place.y, height);
                push_velocity(data, turning.at(place.x, place.y));
            }
    data.geometry = grid;
    return data;
}

}  // namespace farfield::compute::testing

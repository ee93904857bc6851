#pragma once

#include "compute_node/grids/grid_seams.h"
#include "tests/compute_node/rotating_earth.h"

#include <cmath>

namespace farfield::compute::testing {

/// A node of a grid with its north pole 13 degrees from the Earth's, over Greenland: every 6 degrees around,
/// rows from 40 degrees south to 85 degrees north of its own equator, every 5 degrees.
inline glm::dvec3 displaced_node(int i, int j)
{
    const glm::dvec3 own = direction_of(320.0 + 6.0 * i, 5.0 * j - 40.0);
    // About an axis across the meridian of 40 degrees west, on which the grid's pole comes to lie.
    const glm::dvec3 across = direction_of(50.0, 0.0);
    const double angle = 13.0 * to_radians;
    return own * std::cos(angle) + glm::cross(across, own) * std::sin(angle) +
           across * glm::dot(across, own) * (1.0 - std::cos(angle));
}

inline constexpr int displaced_rows = 26;

/// The grid of these nodes as readers make it, closed: longitudes follow on from those before them, rows from
/// the one below. Velocities are 0. heights: of its layers.
inline GridData displaced_globe(const std::vector<double>& heights = {0.0})
{
    constexpr int columns = 60;
    GridData data = geographic_data({columns, displaced_rows, heights.size()});
    CurvilinearGeometry grid;
    for (const double height : heights) {
        double begin = 320.0;
        for (int j = 0; j < displaced_rows; ++j) {
            double before = begin;
            for (int i = 0; i < columns; ++i) {
                const glm::dvec2 place = place_of(displaced_node(i, j));
                before += std::remainder(place.x - before, 360.0);
                if (i == 0) begin = before;
                grid.points.emplace_back(before, place.y, height);
                push_velocity(data, {0.0, 0.0});
            }
        }
    }
    data.format = "NetCDF CF";
    data.default_vector = "velocity";
    data.geometry = std::move(grid);
    close_seams(data);
    return data;
}

}  // namespace farfield::compute::testing

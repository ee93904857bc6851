#pragma once

#include "compute_node/readers/netcdf/netcdf_nodes.h"
#include "compute_node/readers/netcdf/netcdf_plane.h"

#include <glm/mat2x2.hpp>

#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The directions of a velocity's components.
enum class Along { GridAxes, EastAndNorth, Unknown };

/// The directions of a velocity, by standard names (`eastward_wind`; `x_wind`, `grid_eastward_wind`), else by
/// the variable's name or, of components that are not staggered, its `long_name`.
[[nodiscard]] Along direction_of_velocity(const NetcdfNodes& nodes);

/// East and north at nodes, in the grid's axes.
struct CompassInGrid {
    std::vector<glm::mat2> matrices;  ///< [y][x]; columns: a unit to the east and one to the north
    std::string source;               ///< attribute or name that tells them
};

/// East and north by the velocity's `grid_mapping`: rotated poles exactly, Lambert's conformal cones,
/// stereographic planes about a pole and Mercator's cylinder by Snyder, "Map projections: a working manual",
/// 1987, equations 7-8, 15-1, 15-8, 21-34; others by PROJ, where x and y are lengths. None where a parameter
/// is missing. On maps that keep angles each matrix is a turn. On others its columns are ways on the map,
/// scaled to span a unit of area: their directions are exact and, where the map keeps areas, their lengths,
/// too.
[[nodiscard]] std::optional<CompassInGrid> compass_by_mapping(const NetcdfNodes& nodes);

/// True when the axes' own coordinates are those of a grid whose pole is not the Earth's.
[[nodiscard]] bool has_rotated_pole(const NetcdfAxes& axes);

/// For nodes at the axes' own positions: turns velocities that run east and north into the grid's axes, by
/// the grid mapping or else by longitudes and latitudes of the nodes. Notes in the remarks what it did, or
/// could not do. Over true longitudes and latitudes, velocities stay. velocity: [nodes x 3].
void turn_to_axes(const NetcdfNodes& nodes, const std::optional<NetcdfPlane>& plane,
                  std::vector<float>& velocity, std::vector<std::string>& remarks);

}  // namespace farfield::compute

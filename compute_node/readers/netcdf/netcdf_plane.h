#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Where nodes lie if their x and y depend on both indices, [y][x].
struct NetcdfPlane {
    std::vector<double> x,
        y;  ///< longitudes follow on from each other: no step of a row is beyond 180 degrees
    bool degrees = false;
    std::string units;
    std::string remark;                   ///< which variables say so
    std::vector<std::uint8_t> unknown{};  ///< [y][x], 1 = no place is known, and one is made up; empty: none
    bool named = false;                   ///< by the velocity's attribute "coordinates"
    std::size_t step = 0;                 ///< of the variables' own, that has them; 0 where they stay
};

/// All lengths in metres. Looks for two variables on the nodes' plane: those that the velocity's attribute
/// "coordinates" names, else any longitude and latitude, else ROMS's x_rho and y_rho; of a staggered grid
/// without any, those of u's faces. Places that change are those of the nodes' time step. Throws
/// std::runtime_error where they know no place at all.
[[nodiscard]] std::optional<NetcdfPlane> find_plane(const NetcdfNodes& nodes);

/// Notes it when u and v come in two files with the same dimensions, or have dimensions of their own of the
/// same lengths, but lie at different places, as on NEMO's staggered grid.
void distinguish_faces(NetcdfNodes& nodes);

/// Whether the nodes lie at the places that their axes' own coordinates say, and none is needed. Axes of
/// degrees that a plane contradicts, by half a cell where the velocity names it, else by more, do not count.
[[nodiscard]] bool has_own_positions(const NetcdfAxes& axes, const std::optional<NetcdfPlane>& plane);

/// Directions of the grid's x axis as sine and cosine, counted from east towards north, or from x to y.
struct AxisDirections {
    std::vector<float> sine, cosine;  ///< [y][x]
};

/// From one neighbour along x to the other; over degrees on the sphere. width: nodes of a row.
[[nodiscard]] AxisDirections directions_of_rows(const NetcdfPlane& plane, std::size_t width);

/// Turns velocities that are given along the grid's axes to east and north (or x and y): by the file's
/// "angle" (of xi from east, as ROMS has it) or SINALPHA and COSALPHA (as WRF has them), else by how the grid
/// lies. Leaves those that are eastward and northward. Says in the remarks what it did. velocity: [nodes x
/// 3].
void turn_to_east(const NetcdfNodes& nodes, const NetcdfPlane& plane, std::vector<float>& velocity,
                  std::vector<std::string>& remarks);

/// Declares nodes to be no part of the flow whose place is not known, with a remark.
void blank_unknown(const NetcdfPlane& plane, GridData& data);

/// Declares nodes to be no part of the flow where a mask over x and y says land, by its name ("mask_rho"),
/// its flags or its standard name; not of winds. Says so in a remark.
void blank_land(const NetcdfNodes& nodes, GridData& data);

}  // namespace farfield::compute

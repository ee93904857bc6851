#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <glm/vec2.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Positions of nodes if their x and y depend on both indices, [y][x].
struct NetcdfPlane {
    std::vector<double> x,
        y;  ///< longitudes are continuous: no step along a row is beyond 180 degrees
    bool degrees = false;
    std::string units;
    std::string remark;                   ///< names the variables that hold the positions
    std::vector<std::uint8_t> unknown{};  ///< [y][x], 1 = unknown place, filled in; empty: no such node
    bool named = false;                   ///< true: named by the velocity's attribute "coordinates"
    std::size_t step = 0;                 ///< time step of variables that change; 0 where they do not
};

/// Finds the nodes' positions, all lengths in metres. Looks for two variables on the nodes' plane: those that
/// the velocity's attribute "coordinates" names, else any longitude and latitude, else ROMS's x_rho and
/// y_rho; of a staggered grid without any, those of u's faces. Positions that change are those of the nodes'
/// time step. Throws std::runtime_error where no node's place is known.
[[nodiscard]] std::optional<NetcdfPlane> find_plane(const NetcdfNodes& nodes);

/// Gives the axes of an ideal WRF's nodes, whose longitudes and latitudes are all the same, the coordinates
/// that DX and DY tell, in metres, with a remark.
void place_by_spacing(NetcdfNodes& nodes);

/// Notes in `nodes` that u and v lie at different places, as on the staggered grids of NEMO and POM, though
/// they have the same dimensions in two files, separate dimensions of the same lengths, or name coordinates
/// of their own.
void distinguish_faces(NetcdfNodes& nodes);

/// True when the coordinates that a variable names lie at the nodes of a grid with faces of the same
/// dimensions.
[[nodiscard]] bool lies_at_centres(const NetcdfNodes& nodes, const NetcdfComponent& scalar);

/// The way from the nodes to the places that a scalar's own "coordinates" name, in cells along x and y, as on
/// grids with velocities at the corners of cells (Arakawa B grid: POP, CICE); none where these are the
/// nodes'.
[[nodiscard]] std::optional<glm::dvec2> cells_beside(const NetcdfNodes& nodes, const NetcdfComponent& scalar);

/// Names of variables that may be places of the nodes by their words alone, along an axis or on the plane.
[[nodiscard]] std::vector<std::string> names_of_possible_places(const NetcdfNodes& nodes);

/// Names of variables on the nodes' plane that the velocity's "coordinates" names.
[[nodiscard]] std::vector<std::string> named_on_plane(const NetcdfNodes& nodes);

/// True when the nodes lie at their axes' own coordinates, and need no plane. Axes in degrees are ignored
/// where a plane contradicts them: by half a cell where the velocity names the plane, else by more.
[[nodiscard]] bool has_own_positions(const NetcdfAxes& axes, const std::optional<NetcdfPlane>& plane);

/// Sines and cosines of the grid's x direction, as an angle from east towards north, or from x to y.
struct AxisDirections {
    std::vector<float> sine, cosine;  ///< [y][x]
};

/// The directions of rows at their nodes, by known places alone; in degrees, on the sphere. A node between
/// two unknown ones has that of the nearest node of its column. width: nodes of a row.
[[nodiscard]] AxisDirections directions_of_rows(const NetcdfPlane& plane, std::size_t width);

/// Turns velocities along the grid's axes to east and north (or x and y): by the file's "angle" (of xi from
/// east, as ROMS has it) or SINALPHA and COSALPHA (as WRF has them), else by the grid's positions.
/// Velocities that are eastward and northward stay. Notes in the remarks what it did. velocity: [nodes x
/// 3].
void turn_to_east(const NetcdfNodes& nodes, const NetcdfPlane& plane, std::vector<float>& velocity,
                  std::vector<std::string>& remarks);

/// Marks nodes whose place is not known as no part of the flow, with a remark.
void blank_unknown(const NetcdfPlane& plane, GridData& data);

/// Marks nodes as no part of the flow, with a remark, where a mask over the nodes, else over x and y, means
/// land by its name
/// ("mask_rho"), its flags or its standard name; not for winds.
void blank_land(const NetcdfNodes& nodes, GridData& data);

}  // namespace farfield::compute

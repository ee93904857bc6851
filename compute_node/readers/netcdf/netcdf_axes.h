#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// One spatial axis of a variable. An axis the variable does not have has one coordinate, 0.
struct NetcdfAxis {
    int dimension = -1;  ///< which of the variable's dimensions, or -1
    std::string name;    ///< the dimension's
    std::size_t length = 1;
    std::vector<double> coordinates{0.0};  ///< empty when the dimension has no coordinate variable
    std::string units;
    bool degrees = false;                        ///< longitude along x, latitude along y
    bool rotated = false;                        ///< degrees of a grid with a pole that is not the Earth's
    bool projected = false;                      ///< a projection's own plane, by its standard name
    bool counts = false;                         ///< its coordinates number the nodes and are no positions
    const NetcdfVariable* coordinate = nullptr;  ///< null when there is none
};

/// How a variable's dimensions are used.
struct NetcdfAxes {
    std::array<NetcdfAxis, 3> xyz;
    std::size_t time_steps = 1;
    int time_dimension = -1;                          ///< which of the variable's dimensions, or -1
    const NetcdfVariable* time_coordinate = nullptr;  ///< its coordinate variable, when the file has one
    std::vector<std::string> remarks;
};

/// Longitudes or latitudes as degrees east or north: offset + scale * value.
struct NetcdfAngle {
    double scale = 1.0, offset = 0.0;
    std::string remark = {};  ///< what was converted or assumed; empty where they are such degrees
};

/// Nothing for a variable that is neither longitudes nor latitudes, by its names, nor in degrees.
[[nodiscard]] std::optional<NetcdfAngle> angle_of(const NetcdfFile& file, const NetcdfVariable& variable);

/// Identifies x, y, z and time by CF: axis and units attributes, standard names, then usual names. All
/// lengths become metres. Where nothing says what a file's dimensions are, the last ones of its variables are
/// z, y and x in this order. Throws std::runtime_error when two dimensions lie along one axis, or there are
/// none along x and y.
[[nodiscard]] NetcdfAxes find_axes(const NetcdfFile& file, const NetcdfVariable& variable);

/// Gives indices from 0 on to axes without coordinates, where x and y have none and neither the file nor the
/// variable says where they are, with a remark. False where they are, or should be, elsewhere.
[[nodiscard]] bool number_nodes(const NetcdfFile& file, const NetcdfVariable& variable, NetcdfAxes& axes,
                                std::vector<std::string>& remarks);

/// The direction by a variable's attributes: 'x' (longitude), 'y' (latitude), 'z', 't', or ' '.
[[nodiscard]] char direction_of(const NetcdfFile& file, const NetcdfVariable& variable);

/// Number of spatial dimensions, and whether all dimensions have coordinates: to choose among variables.
[[nodiscard]] int spatial_dimensions(const NetcdfFile& file, const NetcdfVariable& variable);

}  // namespace farfield::compute

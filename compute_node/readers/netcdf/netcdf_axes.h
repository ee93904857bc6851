#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// A spatial axis of a variable. An axis that the variable lacks has one coordinate, 0.
struct NetcdfAxis {
    int dimension = -1;  ///< index in the variable's dimensions, or -1
    std::string name;    ///< name of the dimension
    std::size_t length = 1;
    std::vector<double> coordinates{0.0};  ///< empty when the dimension has no coordinate variable
    std::string units;
    bool degrees = false;                        ///< longitude along x, latitude along y
    bool rotated = false;                        ///< degrees of a grid whose pole is not the Earth's
    bool projected = false;                      ///< true for a projection's own plane, told by standard name
    bool counts = false;                         ///< true: coordinates only number the nodes
    bool by_words = false;                       ///< true: coordinates of another name, known by words alone
    const NetcdfVariable* coordinate = nullptr;  ///< null when there is none
    /// Cells from the centres to these points, by `c_grid_axis_shift` (xgcm's, ECCO's, CROCO's); 0: centres.
    double shift = 0.0;
    /// For cells of SGRID: the dimension of the nodes about them, and the index of the one before cell 0.
    std::string sgrid_faces{};
    std::ptrdiff_t sgrid_first = 0;
};

/// The roles of a variable's dimensions.
struct NetcdfAxes {
    std::array<NetcdfAxis, 3> xyz;
    std::size_t time_steps = 1;
    int time_dimension = -1;                          ///< index in the variable's dimensions, or -1
    const NetcdfVariable* time_coordinate = nullptr;  ///< its coordinate variable, when the file has one
    std::vector<std::string> remarks;
};

/// Longitudes or latitudes as degrees east or north: offset + scale * value.
struct NetcdfAngle {
    double scale = 1.0, offset = 0.0;
    std::string remark = {};  ///< the conversion or assumption made; empty without one
};

/// The angles of a variable; none if neither its names nor its unit, degrees, say longitude or latitude.
[[nodiscard]] std::optional<NetcdfAngle> angle_of(const NetcdfFile& file, const NetcdfVariable& variable);

/// Identifies x, y, z and time by CF: axis and units attributes, standard names, then usual names. All
/// lengths become metres. Where nothing tells a file's dimensions, the last ones of its variables are z, y
/// and x in this order. Throws std::runtime_error when two dimensions lie along one axis, or none along x and
/// y.
[[nodiscard]] NetcdfAxes find_axes(const NetcdfFile& file, const NetcdfVariable& variable);

/// Gives indices from 0, with a remark, to axes without coordinates, where x and y have none (or one has some
/// that words alone tell) and neither the file nor the variable says their positions. False where positions
/// are, or should be, known. places: names of variables that may be positions, of which none was taken.
[[nodiscard]] bool number_nodes(const NetcdfFile& file, const NetcdfVariable& variable,
                                const std::vector<std::string>& places, NetcdfAxes& axes,
                                std::vector<std::string>& remarks);

/// Names of variables along the dimension of an axis alone that may be its coordinates, where none surely is.
[[nodiscard]] std::vector<std::string> names_along(const NetcdfFile& file, const NetcdfVariable& variable,
                                                   const NetcdfAxis& axis);

/// True for whole numbers that grow by one, without a unit, a direction up or down or a standard name of a
/// place or time: they number the elements of a dimension.
[[nodiscard]] bool numbers_elements(const NetcdfFile& file, const NetcdfVariable& variable);

/// The direction that a variable's attributes tell: 'x' (longitude), 'y' (latitude), 'z', 't', or ' '.
[[nodiscard]] char direction_of(const NetcdfFile& file, const NetcdfVariable& variable);

/// Number of a variable's dimensions along x, y or z: to choose among variables.
[[nodiscard]] int spatial_dimensions(const NetcdfFile& file, const NetcdfVariable& variable);

}  // namespace farfield::compute

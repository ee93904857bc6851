#pragma once

#include "compute_node/readers/grib/grib_file.h"

#include <glm/vec2.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::compute {

/// The nodes of a level of a message, and which of its values each takes.
struct GribGrid {
    std::string type;  ///< ecCodes' gridType
    glm::uvec2 dims{1};
    bool along_axes = false;                    ///< x and y are one a column and one a row; else one a node
    std::vector<double> longitudes, latitudes;  ///< degrees; continuous across the date line

    /// A node's value is the blend of two of the message's: of thinned rows, with points in between.
    struct Source {
        std::uint32_t first = 0, second = 0;
        float part = 0.0F;  ///< of the second
    };
    std::vector<Source> sources;  ///< [y][x]; empty: values are in the order of the nodes
    std::size_t values = 0;       ///< of a message
    bool thinned = false;         ///< rows had fewer points towards the poles
    std::size_t turning = 0;      ///< how many values the rows have of which each second runs backwards; or 0
    std::string remark;           ///< where places do not follow from the message as it is

    /// Directions of the grid's x axis from east towards north; empty where components run east and north.
    std::vector<float> cosine, sine;

    [[nodiscard]] std::size_t nodes() const { return std::size_t{dims.x} * dims.y; }
    /// A message's values at the nodes. Throws std::runtime_error where it has another number of them.
    [[nodiscard]] std::vector<float> values_of(const GribMessage& message) const;
};

/// Throws std::runtime_error that names the kinds of grid that are read, where a message has another.
[[nodiscard]] GribGrid grid_of(const GribMessage& message);

}  // namespace farfield::compute

#pragma once

#include "compute_node/readers/grib/grib_file.h"

#include <glm/vec2.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::compute {

/// The nodes of a level of a message, and the values that each node takes.
struct GribGrid {
    std::string type;  ///< ecCodes' gridType
    glm::uvec2 dims{1};
    bool along_axes = false;                    ///< x and y are given by column and row; else by node
    std::vector<double> longitudes, latitudes;  ///< in degrees; continuous across the date line

    /// The origin of a node's value: a blend of two values of the message, where rows are thinned.
    struct Source {
        std::uint32_t first = 0, second = 0;
        float part = 0.0F;  ///< weight of the second
    };
    std::vector<Source> sources;  ///< [y][x]; empty: values are in the order of the nodes
    std::size_t values = 0;       ///< number of values of a message
    bool thinned = false;         ///< rows had fewer points towards the poles
    std::size_t turning = 0;      ///< length of rows of which each second runs backwards; or 0
    std::string remark;           ///< a sentence, where positions do not follow from the message as it is

    /// Directions of the grid's x axis from east towards north; empty where components run east and north.
    std::vector<float> cosine, sine;

    [[nodiscard]] std::size_t nodes() const { return std::size_t{dims.x} * dims.y; }
    /// A message's values at the nodes. Throws std::runtime_error where their number is wrong.
    [[nodiscard]] std::vector<float> values_of(const GribMessage& message) const;
};

/// The grid of a message. Throws std::runtime_error with the kinds of grid that are read, for another kind.
[[nodiscard]] GribGrid grid_of(const GribMessage& message);

}  // namespace farfield::compute

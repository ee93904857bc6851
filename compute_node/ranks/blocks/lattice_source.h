#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/node_box.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// A time step of a dataset on a lattice, of which any box of nodes can be read.
struct LatticeSlice {
    double seconds = 0.0;  ///< on a clock that all slices share
    std::string source;    ///< file and step, for errors
    std::function<GridData(const NodeBox& box)> read;
};

/// A dataset on a uniform or rectilinear grid that can be read in parts.
struct LatticeSource {
    std::string name;
    GridData shape;  ///< dims and geometry of the whole; its scalars by name and unit, without values
    std::vector<LatticeSlice> slices;
};

/// Coordinates of the nodes along an axis.
[[nodiscard]] std::vector<double> coordinates_along(const GridData& shape, int axis);

/// The shape of a box of a lattice's nodes, without arrays, with the whole's coordinates along each
/// axis.
[[nodiscard]] GridData part_of(const GridData& shape, const NodeBox& box);

/// Opens any dataset that can be read in parts. Throws std::runtime_error that names such datasets for any
/// other. scalar: the one that will be asked for; "" for speed. limits: of a part.
[[nodiscard]] LatticeSource open_lattice(const DatasetFiles& dataset, const std::string& scalar,
                                         const DatasetLimits& limits = {});
/// Limits of a whole that is read in parts.
[[nodiscard]] DatasetLimits limits_of_whole(const DatasetLimits& of_part = {});

}  // namespace farfield::compute

#pragma once

#include "compute_node/tomography/lattices/lattice.h"

#include <span>
#include <string>

namespace farfield::tomography {

/// A slice through the nodes of a lattice, a pixel for each node.
struct SlicePicture {
    int axis = 0;                  ///< axis that the slice is across
    int index = 0;                 ///< index of its plane of nodes
    double low = 0.0, high = 1.0;  ///< values that are blue and red
};

/// The slice as a data: URI of a bitmap (BMP, 24 bits), the higher of the two other axes upwards.
/// values: [nodes]; shown: [nodes], 0 where a pixel is grey.
[[nodiscard]] std::string picture_of(const SlicePicture& slice, const Lattice& lattice,
                                     std::span<const double> values, std::span<const char> shown);

}  // namespace farfield::tomography

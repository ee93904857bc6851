#pragma once

#include "compute_node/datasets/time_series.h"
#include "compute_node/volumes/surfaces/surface_mesh.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace farfield::node {

/// What the command `surface` cuts.
struct SurfaceCut {
    std::string scalar, colour;       ///< "": the dataset's first; each vertex the value
    std::vector<double> values = {};  ///< isovalues
    std::string boundary;             ///< instead of isovalues, as a user writes it
    std::optional<double> time = std::nullopt;
    std::optional<std::array<double, 6>> region = std::nullopt;  ///< x0, x1, y0, y1, z0, z1
    unsigned level = 0;
    int threads = 0;
};

/// The surfaces together; whatever there is once it is cancelled. Throws std::runtime_error where the dataset
/// has no nodes, no such scalar or level, or is flat.
[[nodiscard]] compute::SurfaceMesh cut_surface(const compute::TimeSeries& series, const SurfaceCut& cut,
                                               const std::atomic<bool>& cancelled);

}  // namespace farfield::node

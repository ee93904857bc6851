#pragma once

#include "compute_node/datasets/time_series.h"
#include "compute_node/volumes/surfaces/surface_mesh.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace farfield::node {

/// Settings of the surfaces that the command `surface` cuts.
struct SurfaceCut {
    std::string scalar, colour;       ///< scalar "": the dataset's first; colour "": the isovalue
    std::vector<double> values = {};  ///< isovalues
    std::string boundary;             ///< instead of isovalues, as a user writes it
    std::optional<double> time = std::nullopt;
    std::optional<std::array<double, 6>> region = std::nullopt;  ///< x0, x1, y0, y1, z0, z1
    unsigned level = 0;
    int threads = 0;
};

/// Cuts the surfaces, as one mesh; once cancelled, those made so far. Throws std::runtime_error where the
/// dataset has no nodes, no such scalar or level, or is flat.
[[nodiscard]] compute::SurfaceMesh cut_surface(const compute::TimeSeries& series, const SurfaceCut& cut,
                                               const std::atomic<bool>& cancelled);

}  // namespace farfield::node

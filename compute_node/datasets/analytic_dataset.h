#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/node_box.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace farfield::compute {

/// The parts of a dataset's name "analytic:NAME" or "analytic:NAME:N".
struct AnalyticName {
    AnalyticFlow flow{};
    std::optional<std::uint32_t> nodes;  ///< N, along each axis; none for the exact function
};

/// Throws std::runtime_error when no built-in field has this name, or it has more nodes than the limits
/// allow.
[[nodiscard]] AnalyticName parse_analytic_name(std::string_view name, const DatasetLimits& limits);

/// A lattice of nodes^3 over the flow's domain, without values.
[[nodiscard]] GridData analytic_shape(AnalyticFlow flow, std::uint32_t nodes);

/// The flow's velocities at a box of the nodes of such a lattice.
[[nodiscard]] NodeValues analytic_velocities(AnalyticFlow flow, const UniformGeometry& grid,
                                             const NodeBox& box);

}  // namespace farfield::compute

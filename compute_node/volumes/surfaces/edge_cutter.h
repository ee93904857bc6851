#pragma once

#include "compute_node/volumes/kernels/edge_rows.h"
#include "compute_node/volumes/scalar_field.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace farfield::compute {

/// Cuts the edges along one axis that begin at row (j, k) of a lattice's nodes.
struct EdgeCutter {
    const ScalarField& field;
    std::size_t lattice;
    const ScalarField* colour;  ///< of the vertices, on the same grid; null: each has the value
    float value;
    /// Of a lattice with nodes along axes.
    const std::array<std::optional<AxisSlopes>, 3>& slopes;
    int axis, j, k;

    /// nodes: along i, at which edges begin. Writes 16 and 4 bytes each.
    void cut(std::span<const std::int32_t> nodes, std::byte* vertices, std::byte* normals) const;

private:
    [[nodiscard]] NodeRow row_at(int j, int k) const;
    void cut_along_axes(std::span<const std::int32_t> nodes, std::byte* vertices, std::byte* normals) const;
    void cut_curvilinear(std::span<const std::int32_t> nodes, std::byte* vertices, std::byte* normals) const;
};

/// The gradient of a scalar at a node of a curvilinear lattice: differences along i, j and k, to the next
/// valid neighbours on both sides, joined by those of the positions. 0 where these lie in a plane.
[[nodiscard]] glm::vec3 curvilinear_gradient(const Lattice& lattice, std::span<const float> values,
                                             glm::ivec3 at);

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A scalar that is part of a vector array `V`: its magnitude, named `V`, or a component, `V.x`, `V.y`,
/// `V.z`, but that of two scalars, `U10,V10`, has no third. Values and units are those of the array, whatever
/// positions are counted in.
struct VectorScalar {
    static constexpr int magnitude = 3;
    static constexpr std::array<std::string_view, 4> endings{".x", ".y", ".z", ""};

    const NodeValues* vector = nullptr;  ///< of three components; borrowed
    int part = magnitude;                ///< 0 to 2: that component

    /// At a node; not a number where the part has none.
    [[nodiscard]] float at(std::size_t node) const
    {
        const float* const v = vector->values.data() + 3 * node;
        if (part != magnitude) return v[part];
        const double x = v[0], y = v[1], z = v[2];  // squares of floats would overflow
        return static_cast<float>(std::sqrt(x * x + y * y + z * z));
    }
};

[[nodiscard]] std::string vector_scalar_name(std::string_view vector, int part);

/// The part of an array that a name means; nothing where it means none, or an array of one component has it.
[[nodiscard]] std::optional<VectorScalar> vector_scalar_named(std::string_view name, const GridData& data);

/// Its values at all nodes, as an array of one component.
[[nodiscard]] NodeValues values_of(const VectorScalar& scalar);

}  // namespace farfield::compute

#pragma once

#include "compute_node/grids/grid_data.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// A scalar that is part of a vector array `V`: its magnitude, named `V`, or a component, `V.x`, `V.y`, `V.z`
/// (no third where `V` was made of two scalars, `U10,V10`). Values and units are those of the array, whatever
/// the unit of positions.
struct VectorScalar {
    static constexpr int magnitude = 3;
    static constexpr std::array<std::string_view, 4> endings{".x", ".y", ".z", ""};

    const NodeValues* vector = nullptr;  ///< array of three components; borrowed
    int part = magnitude;                ///< 0 to 2: component x, y or z

    /// The value at a node; not a number where the part has none.
    [[nodiscard]] float at(std::size_t node) const
    {
        const float* const v = vector->values.data() + 3 * node;
        if (part != magnitude) return v[part];
        const double x = v[0], y = v[1], z = v[2];  // squares of floats would overflow
        return static_cast<float>(std::sqrt(x * x + y * y + z * z));
    }
};

[[nodiscard]] std::string vector_scalar_name(std::string_view vector, int part);

/// The part of a vector array that a name means; none for other names, and where a scalar array has the name.
[[nodiscard]] std::optional<VectorScalar> vector_scalar_named(std::string_view name, const GridData& data);

/// The scalar's values at all nodes, as an array of one component.
[[nodiscard]] NodeValues values_of(const VectorScalar& scalar);

}  // namespace farfield::compute

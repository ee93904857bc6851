#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/trilinear.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace farfield::compute {

/// The values of a scalar at all nodes, as a Grid lays them out.
struct ScalarValues {
    std::string units = {};
    std::vector<float> values = {};  ///< [nodes]; NaN where invalid or blanked
    /// For the speed: [nodes] velocities in length units; it is their length between nodes, too. Else empty.
    std::vector<glm::vec3> vectors = {};
};

/// The values of a scalar by its name, which is that of
/// - an array of one component;
/// - "speed": the magnitude of the dataset's velocity, if it has one (length_metric.h);
/// - a part of a vector array (vector_scalars.h);
/// - a derived scalar (derived_scalars.h), if there is a velocity.
/// The first match counts. flat: axes across a plane. Throws std::runtime_error where there is none,
/// naming the scalars that exist.
[[nodiscard]] ScalarValues scalar_values(const GridData& data, const Grid& grid, const std::string& name,
                                         const std::array<bool, 3>& flat);

/// Values of all blocks as a Grid lays them out: axes of one layer doubled. values: none stay none.
/// block_dims: empty for a mesh.
template <class T>
[[nodiscard]] std::vector<T> laid_out_values(std::vector<T> values, const std::vector<glm::uvec3>& block_dims)
{
    if (values.empty() || block_dims.empty()) return values;
    if (block_dims.size() == 1) return double_flat_axes(std::move(values), glm::ivec3{block_dims.front()});
    std::vector<T> all;
    auto begin = values.begin();
    for (const glm::ivec3 dims : block_dims) {
        const auto end = begin + static_cast<std::ptrdiff_t>(dims.x) * dims.y * dims.z;
        const std::vector<T> block = double_flat_axes(std::vector<T>{begin, end}, dims);
        all.insert(all.end(), block.begin(), block.end());
        begin = end;
    }
    return all;
}

/// "speed" where there is a velocity, else the first array; empty where there is none.
[[nodiscard]] std::string default_scalar_of(const GridData& data);

}  // namespace farfield::compute

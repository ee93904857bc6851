#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/grid_data.h"

#include <array>
#include <string>
#include <vector>

namespace farfield::compute {

/// The values of a scalar at all nodes.
struct ScalarValues {
    std::string units = {};
    std::vector<float> values = {};  ///< [nodes] as a Grid lays them out; NaN where invalid or blanked
};

/// The values of a scalar by its name, which is that of
/// - an array of one component;
/// - "speed": the magnitude of the dataset's velocity, if it has one (length_metric.h);
/// - a part of a vector array (vector_scalars.h);
/// - a derived scalar (derived_scalars.h), if there is a velocity.
/// The first of these counts. flat: axes across a plane. Throws std::runtime_error where there is none,
/// naming those that there are.
[[nodiscard]] ScalarValues scalar_values(const GridData& data, const Grid& grid, const std::string& name,
                                         const std::array<bool, 3>& flat);

/// Values of all blocks as a Grid lays them out: axes of one layer doubled. block_dims: none of a mesh.
[[nodiscard]] std::vector<float> laid_out_values(std::vector<float> values,
                                                 const std::vector<glm::uvec3>& block_dims);

/// "speed" where there is a velocity, else the first array; empty where there is none.
[[nodiscard]] std::string default_scalar_of(const GridData& data);

}  // namespace farfield::compute

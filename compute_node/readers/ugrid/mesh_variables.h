#pragma once

#include "compute_node/fields/velocity/velocity_choice.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/ugrid/mesh_topology.h"

#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// A variable over the nodes or faces of a mesh, and the roles of its dimensions.
struct MeshVariable {
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* variable = nullptr;
    bool of_faces = false;
    int place_dimension = -1;  ///< index of the dimension of nodes or faces
    int layer_dimension = -1;  ///< -1 = one layer
    int time_dimension = -1;

    [[nodiscard]] std::size_t layers() const
    {
        return layer_dimension < 0 ? 1
                                   : variable->dimensions[static_cast<std::size_t>(layer_dimension)].length;
    }
    [[nodiscard]] std::size_t steps() const
    {
        return time_dimension < 0 ? 1 : variable->dimensions[static_cast<std::size_t>(time_dimension)].length;
    }
    [[nodiscard]] std::string layer_name() const
    {
        return layer_dimension < 0 ? ""
                                   : variable->dimensions[static_cast<std::size_t>(layer_dimension)].name;
    }
    [[nodiscard]] bool shares_layers(const MeshVariable& with) const
    {
        return layers() == with.layers() && layer_name() == with.layer_name();
    }
};

/// The roles of a variable; none where it does not lie on the mesh, or has dimensions beside time and layers.
[[nodiscard]] std::optional<MeshVariable> on_mesh(const NetcdfFile& file, const NetcdfVariable& variable,
                                                  const MeshTopology& topology);

/// Reads a time step, [layer][place]; missing values are NaN.
[[nodiscard]] std::vector<float> values_at(const MeshVariable& variable, std::size_t time_step);

/// Averages values [layer][face] to [layer][node]: the mean of the faces around a node that have values.
[[nodiscard]] std::vector<float> averaged_to_nodes(const std::vector<float>& of_faces, const MeshFaces& faces,
                                                   std::size_t nodes, std::size_t layers);

/// The variables on a mesh, the one that is traced, and the reasons, as in NetcdfChoice.
struct MeshChoice {
    std::vector<MeshVariable> all;
    std::vector<MeshVariable> components;  ///< two or three; without a velocity the first scalar
    std::optional<MeshVariable> density;   ///< by which the components, momentum, are divided
    std::string name, reason, warning;
    std::vector<VectorName> others;
    std::string remark = {};  ///< a sentence where it is an anomaly; else empty
};

/// The unit of a component; for momentum over density the quotient's, "" where one of them has none.
[[nodiscard]] std::string units_of(const MeshChoice& choice, const MeshVariable& component);

/// Chooses what is traced. Throws std::runtime_error if the mesh has no variable, or none of that name.
[[nodiscard]] MeshChoice choose_on_mesh(const NetcdfFiles& files, const MeshTopology& topology,
                                        const std::string& asked);

}  // namespace farfield::compute

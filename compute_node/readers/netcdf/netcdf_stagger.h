#pragma once

#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Finds a velocity's nodes. Components that share their axes have these as nodes. On an Arakawa C grid u
/// lies on the faces across x and v on those across y: the nodes are the cells' centres, with v's x and u's
/// y. (Arakawa & Lamb, Methods in Computational Physics 17, 1977.) Faces and centres are identified by the
/// names that ROMS, CROCO and WRF give to dimensions, or by coordinates that lie between each other.
[[nodiscard]] NetcdfNodes find_nodes(const NetcdfFiles& files, const NetcdfVelocity& velocity);

/// True when a variable with such axes lies at the nodes themselves, whatever the names of its dimensions.
[[nodiscard]] bool lies_at_nodes(const NetcdfNodes& nodes, const NetcdfAxes& axes);

/// The index `first` of the face before node 0, along one axis: node i lies between faces i + first and i +
/// first + 1; none where the nodes lie between no faces.
[[nodiscard]] std::optional<std::ptrdiff_t> faces_about(const NetcdfAxis& faces, const NetcdfAxis& nodes);

/// The mean of the two faces about each of so many nodes along one axis. first: index of the face before node
/// 0. values: [z][y][x] with the lengths dims.
[[nodiscard]] std::vector<float> between_faces(const std::vector<float>& values, glm::uvec3 dims, int axis,
                                               std::ptrdiff_t first, std::size_t nodes);
[[nodiscard]] std::vector<double> between_faces(const std::vector<double>& values, glm::uvec3 dims, int axis,
                                                std::ptrdiff_t first, std::size_t nodes);

/// True when read_at_nodes() can bring a component to the nodes.
[[nodiscard]] bool reaches_nodes(const NetcdfNodes& nodes, const NetcdfComponent& component);

/// A component at the nodes at the time of a step (netcdf_steps.h): its own values, or the mean of the two
/// faces about each node. At the grid's edge, the value of the only face; a face without a value (land)
/// counts as no flow; with no value on either, NaN. Throws std::runtime_error when it lies on another grid.
[[nodiscard]] std::vector<float> read_at_nodes(const NetcdfNodes& nodes, const NetcdfComponent& component,
                                               std::size_t time_step);

}  // namespace farfield::compute

#pragma once

#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Where a velocity's nodes are. Components that share their axes have these as nodes. On an Arakawa C grid u
/// lies on the faces across x and v on those across y: the nodes are the cells' centres, which have v's x and
/// u's y. (Arakawa & Lamb, Methods in Computational Physics 17, 1977.) Faces and centres are identified by
/// the names that ROMS, CROCO and WRF give their dimensions, or by coordinates that lie between each other.
[[nodiscard]] NetcdfNodes find_nodes(const NetcdfFiles& files, const NetcdfVelocity& velocity);

/// Whether a variable with such axes lies at the nodes themselves, whatever the names of its dimensions.
[[nodiscard]] bool lies_at_nodes(const NetcdfNodes& nodes, const NetcdfAxes& axes);

/// The index of the face before node 0, along one axis: node i lies between faces i + first and i + first +
/// 1; nothing where the nodes lie between no faces.
[[nodiscard]] std::optional<std::ptrdiff_t> faces_about(const NetcdfAxis& faces, const NetcdfAxis& nodes);

/// The mean of the faces about each of so many nodes along one axis; `first`: the face before node 0. values:
/// [z][y][x], as many as dims say.
[[nodiscard]] std::vector<float> between_faces(const std::vector<float>& values, glm::uvec3 dims, int axis,
                                               std::ptrdiff_t first, std::size_t nodes);
[[nodiscard]] std::vector<double> between_faces(const std::vector<double>& values, glm::uvec3 dims, int axis,
                                                std::ptrdiff_t first, std::size_t nodes);

/// True when read_at_nodes() can bring a component to the nodes.
[[nodiscard]] bool reaches_nodes(const NetcdfNodes& nodes, const NetcdfComponent& component);

/// A component at the nodes at the time of a step (netcdf_steps.h): as it is, or the mean of the two faces
/// about each. At the grid's edge, where there is one face, its value; a face without a value (land) lets
/// nothing through; without either, NaN. Throws std::runtime_error when it lies on another grid.
[[nodiscard]] std::vector<float> read_at_nodes(const NetcdfNodes& nodes, const NetcdfComponent& component,
                                               std::size_t time_step);

}  // namespace farfield::compute

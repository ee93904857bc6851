#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/grid_data.h"

#include <glm/mat3x3.hpp>

#include <array>
#include <cstddef>
#include <functional>

namespace farfield::compute {

/// Takes a node with its velocity, as in the array but 0 across a plane, and the gradient of that:
/// gradient[j][i] = d v_i / d x_j.
using GradientVisitor =
    std::function<void(std::size_t node, const glm::dvec3& velocity, const glm::dmat3& gradient)>;

/// Calls `visit` for every node with a valid velocity that is part of a cell, once each, from several threads
/// at a time. It must not throw.
///
/// Lattices: differences along the lines i, j and k of the velocities and of the positions, joined by the
/// Jacobian of the node mapping (Thompson, Warsi, Mastin, "Numerical Grid Generation", 1985, chapter III);
/// from three nodes, the node in their middle where it can be, and at their end at faces and beside
/// invalid or blanked nodes: of second order. From two where there is no third. Where the mapping is
/// singular, as on the axis of a polar grid, the mean of the neighbours' gradients.
/// Latitude-longitude grids: per metre on the sphere of geo.h, with the terms u tan(latitude) / R and
/// v tan(latitude) / R that come with turning axes, or, on curvilinear ones, with velocities carried along
/// great circles, so that they hold about a pole; and none along the vertical: its unit may be any.
/// Meshes: the mean over the cells about the node of the gradient there, by the derivatives of the cell's
/// shape functions; weighted by the cells' volumes, of others than tetrahedra by what they are next to the
/// node. Of longitudes and latitudes the cells lie over the plane that touches the sphere at the node, with
/// velocities carried there along great circles: per metre and horizontal, about a pole and across the end of
/// the turn too.
///
/// grid: the data's. velocity: one of the data's arrays. flat: axes across a plane.
void visit_gradients(const GridData& data, const Grid& grid, const NodeValues& velocity,
                     const std::array<bool, 3>& flat, const GradientVisitor& visit);

/// The parts of visit_gradients() for lattices and for meshes.
void visit_lattice_gradients(const GridData& data, const NodeValues& velocity,
                             const std::array<bool, 3>& flat, const GradientVisitor& visit);
void visit_mesh_gradients(const GridData& data, const Grid& mesh, const NodeValues& velocity,
                          const std::array<bool, 3>& flat, const GradientVisitor& visit);

/// The velocity at a node, 0 across a plane; NaN where it is blanked or invalid.
[[nodiscard]] glm::dvec3 velocity_at(const GridData& data, const NodeValues& velocity,
                                     const std::array<bool, 3>& flat, std::size_t node);

}  // namespace farfield::compute

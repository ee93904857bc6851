#pragma once

#include "compute_node/tomography/lattices/slowness_model.h"

#include <Eigen/Core>

namespace farfield::tomography {

/// The lattice of a model: every `step`-th node of the forward lattice, and at least to its last node.
[[nodiscard]] Lattice coarse_lattice(const Lattice& forward, int step);

/// Fills in slowness on the forward lattice: exp of the trilinear ln slowness on the coarse one. forward: its
/// blanked nodes, where slowness is 0, stay so.
void fill_slowness(const Lattice& coarse, const Eigen::VectorXd& log_slowness, SlownessModel& forward);

}  // namespace farfield::tomography

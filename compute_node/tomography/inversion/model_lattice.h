#pragma once

#include "compute_node/tomography/lattices/slowness_model.h"

#include <Eigen/Core>

namespace farfield::tomography {

/// The lattice of a model: every `step`-th node of the forward lattice, and at least to its last node.
[[nodiscard]] Lattice coarse_lattice(const Lattice& forward, int step);

/// Slowness on the forward lattice: exp of the trilinear ln slowness on the coarse one. blanked: as the
/// forward model that it replaces; where that is 0 it stays 0.
void fill_slowness(const Lattice& coarse, const Eigen::VectorXd& log_slowness, SlownessModel& forward);

}  // namespace farfield::tomography

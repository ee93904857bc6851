#pragma once

#include "compute_node/tomography/inversion/linear_step.h"
#include "compute_node/tomography/lattices/lattice.h"

#include <Eigen/Core>

namespace farfield::tomography {

/// The change of the unknowns by simultaneous iterative reconstruction: in each of some sweeps every unknown
/// takes the mean of its rays' corrections, each ray's residual shared out evenly over its length (Gilbert,
/// J. Theor. Biol. 36 (1972); Dines, Lytle, Proc. IEEE 67 (1979)). After a sweep each node's difference from
/// the start is drawn towards its neighbours' mean.
[[nodiscard]] Eigen::VectorXd sirt_change(const LinearStep& step, const Lattice& lattice);

}  // namespace farfield::tomography

#pragma once

#include "compute_node/tomography/inversion/sparse_rows.h"

#include <Eigen/Core>

#include <atomic>

namespace farfield::tomography {

/// A linear least-squares problem: |data x - rhs|^2 + alpha^2 |smooth (x + offset)|^2 + damp^2 |x|^2.
struct DampedProblem {
    const SparseMatrix& data;    ///< derivatives by the model's nodes, weighted
    const SparseMatrix& smooth;  ///< second differences
    Eigen::VectorXd rhs;         ///< weighted residuals
    Eigen::VectorXd offset;      ///< the model's present difference from the start
    double alpha = 0.0, damp = 0.0;
    Eigen::VectorXd guess = {};  ///< x at which the iteration begins; empty: 0
};

/// Solves by conjugate gradients on the normal equations (CGLS: Bjorck, "Numerical Methods for Least Squares
/// Problems", SIAM 1996, algorithm 7.4.1) with the columns scaled to length 1, until the normal residual has
/// fallen to 1e-6 of its first, at most 3,000 steps. Fewer would leave a result that rounding decides.
/// threads: 0 takes as many as OpenMP would; each row's sum is by one thread, so the bits are the same for
/// any number. cancelled: may be null; ends between two steps.
[[nodiscard]] Eigen::VectorXd solve_damped(const DampedProblem& problem, int threads = 0,
                                           const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::tomography

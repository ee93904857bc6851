#pragma once

#include "compute_node/tomography/inversion/linear_step.h"

#include <Eigen/Core>

#include <vector>

namespace farfield::tomography {

/// The weight of the roughness from step to step. It begins at the ratio of the traces of data and roughness
/// and falls by 0.7 a step, but not further than to a linearised misfit of 1 (discrepancy principle): that
/// weight is found by bisection, up to four times the last one.
class SmoothingSchedule {
public:
    /// Borrows both arguments.
    SmoothingSchedule(const InversionSettings& settings, const SparseMatrix& smooth);

    /// The change of the unknowns in the next step.
    [[nodiscard]] Eigen::VectorXd next(const LinearStep& step);
    /// The weight of the last step; 0 before the first.
    [[nodiscard]] double alpha() const { return alpha_; }

private:
    [[nodiscard]] Eigen::VectorXd bisected(const LinearStep& step, double most, Eigen::VectorXd change);

    const InversionSettings& settings_;
    const SparseMatrix& smooth_;
    double alpha_ = 0.0;
};

/// The change that solves a step at one weight of the roughness. guess: a change to begin with; may be empty.
[[nodiscard]] Eigen::VectorXd change_at(const LinearStep& step, const SparseMatrix& smooth, double alpha,
                                        const InversionSettings& settings, const Eigen::VectorXd& guess = {});

/// Misfit and roughness for `count` weights of the roughness, from a hundred times `middle` down to a
/// hundredth: both are linearised about a prediction (Hansen, "Rank-Deficient and Discrete Ill-Posed
/// Problems", SIAM 1998, chapter 4).
[[nodiscard]] std::vector<LCurvePoint> l_curve(const LinearStep& step, const SparseMatrix& smooth,
                                               double middle, int count, const InversionSettings& settings);

}  // namespace farfield::tomography

#pragma once

#include "compute_node/tomography/inversion/prediction.h"
#include "compute_node/tomography/inversion/sparse_rows.h"

#include <Eigen/Core>

namespace farfield::tomography {

/// The problem that is linear about a prediction: data (change of the unknowns) = rhs. Rows of data have unit
/// standard deviation; a row of each static follows them.
struct LinearStep {
    SparseMatrix data;
    Eigen::VectorXd rhs;
    Eigen::VectorXd offset;     ///< present difference from the start
    Eigen::Index observed = 0;  ///< rows of data, without those of statics
    Eigen::VectorXd weights;    ///< [observed] weights of the rows; 0 for data without a ray
    Misfit misfit = Misfit::Square;
    double used = 0.0;  ///< data with a ray
};

[[nodiscard]] LinearStep linear_step(const Predictor& predictor, const Prediction& about);

/// Weights the rows by the residuals that would be left after a change.
void reweigh(LinearStep& step, const Eigen::VectorXd& change);

/// Chi^2 of the residuals that would be left after a change.
[[nodiscard]] double linear_misfit(const LinearStep& step, const Eigen::VectorXd& change);

}  // namespace farfield::tomography

#pragma once

#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/inversion/sparse_rows.h"
#include "compute_node/tomography/inversion/statics.h"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace farfield::tomography {

/// The part of a scaled residual in chi^2: its square, or for robust misfits min(residual^2, 1.345^2) over
/// the mean of this for normally distributed residuals. Source: Huber, "Robust Statistics", Wiley 1981,
/// section 6.7 (Proposal 2).
[[nodiscard]] double chi2_part(Misfit misfit, double scaled_residual);

/// The factor of a datum's row in iteratively reweighted least squares.
[[nodiscard]] double row_weight(Misfit misfit, double scaled_residual);

/// A model with the data that it predicts.
struct Prediction {
    Eigen::VectorXd x;  ///< the unknowns: a parameter for each node of the model, then the statics
    SlownessModel forward;
    FirstArrivals arrivals;
    Iteration fit;
};

/// Predicts the data of a survey from the unknowns of an inversion.
/// Ownership: borrows survey and settings.
class Predictor {
public:
    Predictor(const SlownessModel& start, const Survey& survey, const InversionSettings& settings);

    [[nodiscard]] const Survey& survey() const { return survey_; }
    [[nodiscard]] const InversionSettings& settings() const { return settings_; }
    [[nodiscard]] const Lattice& lattice() const { return lattice_; }
    /// Second differences of the nodes' parameters; [3 nodes, unknowns].
    [[nodiscard]] const SparseMatrix& smooth() const { return smooth_; }
    [[nodiscard]] const Eigen::VectorXd& start() const { return x0_; }
    [[nodiscard]] const Statics& statics() const { return statics_; }
    /// Sets the unit of statics: their expected size, s.
    void expect_statics(double unit) { statics_.unit = unit; }

    /// Predicts the data. like: a forward model on the same lattice; its blanked nodes stay blanked.
    [[nodiscard]] Prediction predict(const Eigen::VectorXd& x, const SlownessModel& like) const;
    /// Velocities of the model's nodes, m/s.
    [[nodiscard]] std::vector<double> velocity(const Eigen::VectorXd& x) const;
    /// The derivative of a node's ln slowness by its unknown.
    [[nodiscard]] double slope(const Eigen::VectorXd& x, Eigen::Index node) const;

    /// Residual of a datum: observed time less the predicted one and statics, over its standard deviation.
    [[nodiscard]] double scaled_residual(const Prediction& prediction, std::size_t datum) const;
    [[nodiscard]] double sigma(std::size_t datum) const;

private:
    /// Misfit of a datum, which steps lower: the square, Huber's function (twice, so that it is the square of
    /// small residuals), or the absolute value. Reweighted steps lower these, and no sum of weighted squares.
    [[nodiscard]] double loss_of(double scaled_residual) const;
    [[nodiscard]] Iteration fit_of(const Prediction& prediction) const;

    const Survey& survey_;
    const InversionSettings& settings_;
    NodeParameter parameter_;
    Lattice lattice_;
    Statics statics_;
    SparseMatrix smooth_;
    Eigen::VectorXd x0_;
};

}  // namespace farfield::tomography

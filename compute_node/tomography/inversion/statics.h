#pragma once

#include "compute_node/tomography/surveys/survey.h"
#include "model/calls/tomography_params.h"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::tomography {

using StaticTerms = model::TomographyStatics;

/// The delays of sensors among the unknowns of an inversion: those of the sources, then those of the
/// receivers. They are in units of their expected size, so that their columns weigh as much as those of
/// nodes; each is damped as if it had been observed to be 0 with that size as its standard deviation.
/// Ownership: borrows the survey.
class Statics {
public:
    /// first: the column of the first delay.
    Statics(StaticTerms terms, const Survey& survey, std::size_t first);

    [[nodiscard]] std::size_t count() const { return sources_ + receivers_; }
    [[nodiscard]] std::size_t first() const { return first_; }
    /// Columns whose sum is a datum's delay, ascending; none, one or two.
    [[nodiscard]] std::vector<std::uint32_t> columns(const Datum& datum) const;
    /// The delay of a datum, s.
    [[nodiscard]] double delay(const Datum& datum, const Eigen::VectorXd& x) const;
    /// Delays of all sources, s; empty where they are not solved for.
    [[nodiscard]] std::vector<double> of_sources(const Eigen::VectorXd& x) const;
    [[nodiscard]] std::vector<double> of_receivers(const Eigen::VectorXd& x) const;

    double unit = 1.0;  ///< expected size, s

private:
    [[nodiscard]] std::vector<double> part(const Eigen::VectorXd& x, std::size_t begin,
                                           std::size_t size) const;

    std::size_t sources_, receivers_, first_;
};

}  // namespace farfield::tomography

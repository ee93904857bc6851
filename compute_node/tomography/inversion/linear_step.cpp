#include "compute_node/tomography/inversion/linear_step.h"

#include <cstddef>
#include <vector>

namespace farfield::tomography {

namespace {

/// Turns derivatives by ln slowness, and by statics in their unit, into those by the unknowns.
void scale_columns(SparseMatrix& data, const Predictor& predictor, const Eigen::VectorXd& x)
{
    const auto nodes = static_cast<Eigen::Index>(predictor.lattice().count());
    for (Eigen::Index e = 0; e < data.nonZeros(); ++e) {
        const Eigen::Index column = data.innerIndexPtr()[e];
        const double factor = column < nodes ? predictor.slope(x, column) : predictor.statics().unit;
        data.valuePtr()[e] *= static_cast<float>(factor);
    }
}

}  // namespace

LinearStep linear_step(const Predictor& predictor, const Prediction& about)
{
    const Statics& statics = predictor.statics();
    const std::vector<Datum>& observed = predictor.survey().data;
    std::vector<SensitivityRow> rows_of_statics(statics.count());
    std::vector<const SensitivityRow*> rows;
    std::vector<double> factors;
    LinearStep step;
    step.rhs.resize(static_cast<Eigen::Index>(observed.size() + statics.count()));
    step.weights.resize(static_cast<Eigen::Index>(observed.size()));
    step.misfit = predictor.settings().misfit;
    for (std::size_t n = 0; n < observed.size(); ++n) {
        const Arrival& arrival = about.arrivals.arrivals[n];
        const bool is_used = arrival.ray.kind != RayKind::Lost;
        const double scaled = predictor.scaled_residual(about, n);
        const double weight = is_used ? row_weight(step.misfit, scaled) : 0.0;
        rows.push_back(&arrival.row);
        factors.push_back(weight / predictor.sigma(n));
        step.weights[static_cast<Eigen::Index>(n)] = weight;
        step.rhs[static_cast<Eigen::Index>(n)] = is_used ? weight * scaled : 0.0;
    }
    for (std::size_t n = 0; n < statics.count(); ++n) {
        const std::size_t column = statics.first() + n;
        rows_of_statics[n] = {{static_cast<std::uint32_t>(column)}, {1.0F}};
        rows.push_back(&rows_of_statics[n]);
        factors.push_back(1.0 / statics.unit);
        step.rhs[static_cast<Eigen::Index>(observed.size() + n)] =
            -about.x[static_cast<Eigen::Index>(column)];
    }
    const auto delays = [&](std::size_t row) {
        return row < observed.size() ? statics.columns(observed[row]) : std::vector<std::uint32_t>{};
    };
    step.data = matrix_of(rows, factors, statics.first() + statics.count(), delays);
    scale_columns(step.data, predictor, about.x);
    step.offset = about.x - predictor.start();
    step.observed = static_cast<Eigen::Index>(observed.size());
    step.used = static_cast<double>(observed.size() - about.fit.left_out);
    return step;
}

void reweigh(LinearStep& step, const Eigen::VectorXd& change)
{
    const Eigen::VectorXf image = step.data * change.cast<float>();
    for (Eigen::Index n = 0; n < step.observed; ++n) {
        double& weight = step.weights[n];
        if (weight == 0.0) continue;
        const double left = (step.rhs[n] - double{image[n]}) / weight;
        const double factor = row_weight(step.misfit, left) / weight;
        step.data.row(n) *= static_cast<float>(factor);
        step.rhs[n] *= factor, weight *= factor;
    }
}

double linear_misfit(const LinearStep& step, const Eigen::VectorXd& change)
{
    const Eigen::VectorXf image = step.data * change.cast<float>();
    const Eigen::VectorXd left = step.rhs - image.cast<double>();
    double sum = 0.0;
    for (Eigen::Index n = 0; n < step.observed; ++n)
        if (step.weights[n] > 0.0) sum += chi2_part(step.misfit, left[n] / step.weights[n]);
    return sum / step.used;
}

}  // namespace farfield::tomography

#include "compute_node/tomography/inversion/prediction.h"

#include "compute_node/tomography/inversion/model_lattice.h"

#include <algorithm>
#include <cmath>

namespace farfield::tomography {

namespace {

double mean_log_slowness(const SlownessModel& model)
{
    double sum = 0.0, count = 0.0;
    for (const float slowness : model.slowness)
        if (slowness > 0.0F) sum += std::log(double{slowness}), ++count;
    return sum / std::max(count, 1.0);
}

constexpr double huber = 1.345;

}  // namespace

double chi2_part(Misfit misfit, double scaled_residual)
{
    const double square = scaled_residual * scaled_residual;
    if (misfit == Misfit::Square) return square;
    constexpr double mean = 0.710166;  // mean of min(z^2, 1.345^2)
    return std::min(square, huber * huber) / mean;
}

double row_weight(Misfit misfit, double scaled_residual)
{
    constexpr double least = 1e-3;
    const double size = std::max(std::abs(scaled_residual), least);
    if (misfit == Misfit::Square || (misfit == Misfit::Huber && size <= huber)) return 1.0;
    return std::sqrt((misfit == Misfit::Huber ? huber : 1.0) / size);
}

Predictor::Predictor(const SlownessModel& start, const Survey& survey, const InversionSettings& settings)
    : survey_{survey},
      settings_{settings},
      parameter_{settings.limits},
      lattice_{coarse_lattice(start.lattice, settings.model_step)},
      statics_{settings.statics, survey, lattice_.count()},
      smooth_{second_differences(lattice_, settings.smoothing, statics_.count())},
      x0_{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(lattice_.count() + statics_.count()))}
{
    for (std::size_t n = 0; n < lattice_.count(); ++n) {
        const double slowness = start.at(lattice_.position(lattice_.node(n)));
        x0_[static_cast<Eigen::Index>(n)] =
            parameter_.of_log_slowness(slowness > 0.0 ? std::log(slowness) : mean_log_slowness(start));
    }
}

Prediction Predictor::predict(const Eigen::VectorXd& x, const SlownessModel& like) const
{
    Prediction made{x, like, {}, {}};
    Eigen::VectorXd m(static_cast<Eigen::Index>(lattice_.count()));
    for (Eigen::Index n = 0; n < m.size(); ++n) m[n] = parameter_.log_slowness(x[n]);
    fill_slowness(lattice_, m, made.forward);
    made.arrivals = first_arrivals(made.forward, survey_,
                                   {settings_.rays, &lattice_, settings_.eikonal, settings_.helpers});
    made.fit = fit_of(made);
    return made;
}

Iteration Predictor::fit_of(const Prediction& prediction) const
{
    double squares = 0.0, loss = 0.0, chi2 = 0.0;
    std::size_t used = 0;
    for (std::size_t n = 0; n < survey_.data.size(); ++n) {
        if (prediction.arrivals.arrivals[n].ray.kind == RayKind::Lost) continue;
        const double scaled = scaled_residual(prediction, n);
        squares += scaled * scaled * sigma(n) * sigma(n), loss += loss_of(scaled), ++used;
        chi2 += chi2_part(settings_.misfit, scaled);
    }
    const double count = static_cast<double>(std::max<std::size_t>(used, 1));
    const Eigen::VectorXf change = (prediction.x - x0_).cast<float>();
    return {chi2 / count,
            std::sqrt(squares / count),
            0.0,
            std::sqrt(double{(smooth_ * change).squaredNorm()}),
            survey_.data.size() - used,
            prediction.arrivals.tasks,
            loss / count};
}

std::vector<double> Predictor::velocity(const Eigen::VectorXd& x) const
{
    std::vector<double> velocities;
    for (std::size_t n = 0; n < lattice_.count(); ++n)
        velocities.push_back(std::exp(-parameter_.log_slowness(x[static_cast<Eigen::Index>(n)])));
    return velocities;
}

double Predictor::slope(const Eigen::VectorXd& x, Eigen::Index node) const
{
    return parameter_.slope(x[node]);
}

double Predictor::sigma(std::size_t datum) const
{
    return settings_.sigma > 0.0 ? settings_.sigma : survey_.data[datum].sigma;
}

double Predictor::scaled_residual(const Prediction& prediction, std::size_t datum) const
{
    const Datum& observed = survey_.data[datum];
    const double predicted =
        prediction.arrivals.arrivals[datum].time + statics_.delay(observed, prediction.x);
    return (observed.time - predicted) / sigma(datum);
}

double Predictor::loss_of(double scaled_residual) const
{
    const double size = std::abs(scaled_residual),
                 part = row_weight(settings_.misfit, scaled_residual) * scaled_residual;
    const bool is_linear = settings_.misfit == Misfit::Huber && size > huber;
    return is_linear ? 2.0 * huber * size - huber * huber : part * part;
}

}  // namespace farfield::tomography

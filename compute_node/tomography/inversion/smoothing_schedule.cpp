#include "compute_node/tomography/inversion/smoothing_schedule.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/inversion/normal_equations.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace farfield::tomography {

namespace {

constexpr double alpha_fall = 0.7;
constexpr int bisections = 5;
constexpr double most_rise = 4.0;  // factor of the weight where the last one overfits

}  // namespace

Eigen::VectorXd change_at(const LinearStep& step, const SparseMatrix& smooth, double alpha,
                          const InversionSettings& settings, const Eigen::VectorXd& guess)
{
    return solve_damped({step.data, smooth, step.rhs, step.offset, alpha, settings.damping, guess},
                        settings.eikonal.threads, settings.eikonal.cancelled);
}

SmoothingSchedule::SmoothingSchedule(const InversionSettings& settings, const SparseMatrix& smooth)
    : settings_{settings}, smooth_{smooth}
{}

Eigen::VectorXd SmoothingSchedule::next(const LinearStep& step)
{
    if (settings_.alpha > 0.0) {
        alpha_ = settings_.alpha;
        return change_at(step, smooth_, alpha_, settings_);
    }
    const auto nodes = static_cast<std::uint32_t>(smooth_.rows() / 3);
    const double first = std::sqrt(sum_of_squares(step.data, nodes) / sum_of_squares(smooth_, nodes));
    const double most = alpha_ > 0.0 ? alpha_ : first / alpha_fall;
    alpha_ = most * alpha_fall;
    Eigen::VectorXd change = change_at(step, smooth_, alpha_, settings_);
    if (linear_misfit(step, change) >= 1.0) return change;
    return bisected(step, most, std::move(change));
}

Eigen::VectorXd SmoothingSchedule::bisected(const LinearStep& step, double most, Eigen::VectorXd change)
{
    double low = std::log(alpha_), high = std::log(most_rise * most);
    for (int n = 0; n < bisections && !is_set(settings_.eikonal.cancelled); ++n) {
        const double middle = 0.5 * (low + high);
        Eigen::VectorXd trial = change_at(step, smooth_, std::exp(middle), settings_, change);
        if (linear_misfit(step, trial) < 1.0)
            low = middle, change = std::move(trial);
        else
            high = middle;
    }
    alpha_ = std::exp(low);
    return change;
}

std::vector<LCurvePoint> l_curve(const LinearStep& step, const SparseMatrix& smooth, double middle, int count,
                                 const InversionSettings& settings)
{
    constexpr double reach = 100.0;
    std::vector<LCurvePoint> points;
    for (int n = 0; n < count && !is_set(settings.eikonal.cancelled); ++n) {
        const double part = static_cast<double>(n) / std::max(count - 1, 1);
        const double alpha = middle * std::pow(reach, 1.0 - 2.0 * part);
        const Eigen::VectorXd change = change_at(step, smooth, alpha, settings);
        const Eigen::VectorXf from_start = (step.offset + change).cast<float>();
        points.push_back(
            {alpha, linear_misfit(step, change), std::sqrt(double{(smooth * from_start).squaredNorm()})});
    }
    return points;
}

}  // namespace farfield::tomography

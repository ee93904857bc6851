#include "compute_node/tomography/inversion/inversion.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/inversion/linear_step.h"
#include "compute_node/tomography/inversion/normal_equations.h"
#include "compute_node/tomography/inversion/prediction.h"
#include "compute_node/tomography/inversion/sirt.h"

#include <Eigen/Core>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farfield::tomography {

namespace {

/// The weight of the roughness from step to step. It begins at the ratio of the traces of data and roughness
/// and falls by 0.7 a step, but not further than to a linearised misfit of 1 (discrepancy principle): that
/// weight is found by bisection, up to four times the last one.
class SmoothingSchedule {
public:
    /// Borrows both arguments.
    SmoothingSchedule(const InversionSettings& settings, const SparseMatrix& smooth);

    /// The change of the unknowns in the next step.
    [[nodiscard]] Eigen::VectorXd next(LinearStep& step);
    /// The weight of the last step; 0 before the first.
    [[nodiscard]] double alpha() const { return alpha_; }

private:
    /// Ratio of the traces of data and roughness.
    [[nodiscard]] double ratio(const LinearStep& step) const;
    /// The change that lowers a robust misfit itself: by data that are weighted by what each change leaves of
    /// them. The weights of a start that fits no datum hide the outliers, and rays through a model that was
    /// bent to outliers are far from those of the right one.
    [[nodiscard]] Eigen::VectorXd reweighted(LinearStep& step, Eigen::VectorXd change);
    [[nodiscard]] Eigen::VectorXd bisected(const LinearStep& step, double most, Eigen::VectorXd change);

    const InversionSettings& settings_;
    const SparseMatrix& smooth_;
    double alpha_ = 0.0;
};

/// The change that solves a step at one weight of the roughness. guess: a change to begin with; may be empty.
[[nodiscard]] Eigen::VectorXd change_at(const LinearStep& step, const SparseMatrix& smooth, double alpha,
                                        const InversionSettings& settings, const Eigen::VectorXd& guess = {});

constexpr double alpha_fall = 0.7;
constexpr int bisections = 5;
constexpr int reweighings = 5;
constexpr double most_rise = 4.0;  // factor of the weight where the last one overfits

Eigen::VectorXd change_at(const LinearStep& step, const SparseMatrix& smooth, double alpha,
                          const InversionSettings& settings, const Eigen::VectorXd& guess)
{
    return solve_damped({step.data, smooth, step.rhs, step.offset, alpha, settings.damping, guess},
                        settings.eikonal.threads, settings.eikonal.cancelled);
}

SmoothingSchedule::SmoothingSchedule(const InversionSettings& settings, const SparseMatrix& smooth)
    : settings_{settings}, smooth_{smooth}
{}

double SmoothingSchedule::ratio(const LinearStep& step) const
{
    const auto nodes = static_cast<std::uint32_t>(smooth_.rows() / 3);
    return std::sqrt(sum_of_squares(step.data, nodes) / sum_of_squares(smooth_, nodes));
}

Eigen::VectorXd SmoothingSchedule::next(LinearStep& step)
{
    const double most = alpha_ > 0.0 ? alpha_ : ratio(step) / alpha_fall;
    alpha_ = settings_.alpha > 0.0 ? settings_.alpha : most * alpha_fall;
    Eigen::VectorXd change = change_at(step, smooth_, alpha_, settings_);
    if (settings_.misfit != Misfit::Square) change = reweighted(step, std::move(change));
    if (settings_.alpha > 0.0 || linear_misfit(step, change) >= 1.0) return change;
    return bisected(step, most, std::move(change));
}

Eigen::VectorXd SmoothingSchedule::reweighted(LinearStep& step, Eigen::VectorXd change)
{
    for (int n = 0; n < reweighings && !is_set(settings_.eikonal.cancelled); ++n) {
        const double before = ratio(step);
        reweigh(step, change);
        if (settings_.alpha == 0.0) alpha_ *= ratio(step) / before;
        change = change_at(step, smooth_, alpha_, settings_, change);
    }
    return change;
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

/// Misfit and roughness for `count` weights of the roughness, from a hundred times `middle` down to a
/// hundredth: both are linearised about a prediction (Hansen, "Rank-Deficient and Discrete Ill-Posed
/// Problems", SIAM 1998, chapter 4).
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

constexpr double least_gain = 0.01;
constexpr int most_halvings = 5;
constexpr double most_lost = 0.01;   // part of the data that one step may lose
constexpr double most_change = 2.3;  // change of a node's ln slowness by one step: a factor of 10

class GaussNewton {
public:
    GaussNewton(const SlownessModel& start, const Survey& survey, const InversionSettings& settings)
        : settings_{settings}, predictor_{start, survey, settings}, schedule_{settings, predictor_.smooth()}
    {}

    InversionResult run(const SlownessModel& start)
    {
        Prediction state = predictor_.predict(predictor_.start(), start);
        expect_data(state);
        predictor_.expect_statics(state.fit.rms);
        report(0, state);
        FirstArrivals before = state.arrivals;
        for (Arrival& arrival : before.arrivals) arrival.row = {};
        for (int n = 1; n <= settings_.iterations && state.fit.chi2 > 1.0; ++n) {
            const Iteration last = state.fit;
            if (is_set(settings_.eikonal.cancelled) || !step(state)) break;
            report(n, state);
            if (!has_gained(state.fit, last)) break;
        }
        return result_of(std::move(state), std::move(before));
    }

private:
    /// Takes a step; false where no step lowers the misfit.
    bool step(Prediction& state)
    {
        LinearStep linear = linear_step(predictor_, state);
        const Eigen::VectorXd change = settings_.method == InversionMethod::Sirt
                                           ? sirt_change(linear, predictor_.lattice())
                                           : schedule_.next(linear);
        double part = first_part(change);
        for (int n = 0; n <= most_halvings; ++n, part *= 0.5) {
            if (is_set(settings_.eikonal.cancelled)) return false;
            Prediction next = predictor_.predict(state.x + part * change, state.forward);
            if (!is_better(next.fit, state.fit)) continue;
            next.fit.alpha = schedule_.alpha();
            state = std::move(next);
            return true;
        }
        return false;
    }

    /// True when an iteration brought enough to take another. Outliers keep most of a robust loss whatever
    /// the model, and chi2 counts them little; chi2 is bounded where all residuals are large, and the loss is
    /// not.
    [[nodiscard]] static bool has_gained(const Iteration& now, const Iteration& last)
    {
        constexpr double least = 1.0 - least_gain;
        return now.loss <= least * last.loss || now.chi2 <= least * last.chi2;
    }

    /// First part of a change to try: data that no velocity explains must not lead to velocities of NaN.
    [[nodiscard]] double first_part(const Eigen::VectorXd& change) const
    {
        if (settings_.limits) return 1.0;
        const auto nodes = static_cast<Eigen::Index>(predictor_.lattice().count());
        return std::min(1.0, most_change / change.head(nodes).lpNorm<Eigen::Infinity>());
    }

    /// True when a step is taken. Data without a ray count nothing: a step must not gain by losing them.
    [[nodiscard]] bool is_better(const Iteration& next, const Iteration& now) const
    {
        const double lost = most_lost * static_cast<double>(predictor_.survey().data.size());
        return next.loss < now.loss &&
               static_cast<double>(next.left_out) <= static_cast<double>(now.left_out) + lost;
    }

    void expect_data(const Prediction& state) const
    {
        const std::size_t all = predictor_.survey().data.size();
        if (state.fit.left_out == all && !is_set(settings_.eikonal.cancelled))
            throw std::runtime_error(fmt::format("none of the {} data has a ray in the start model: nodes of "
                                                 "velocity 0 or above the ground part "
                                                 "all sources from their receivers",
                                                 all));
    }

    void report(int number, const Prediction& state)
    {
        iterations_.push_back(state.fit);
        if (settings_.progress) settings_.progress(number, state.fit);
        if (settings_.keep) keep(number, state);
    }

    void keep(int number, const Prediction& state) const
    {
        std::vector<double> residuals(predictor_.survey().data.size());
        for (std::size_t n = 0; n < residuals.size(); ++n)
            residuals[n] = predictor_.scaled_residual(state, n) * predictor_.sigma(n);
        const std::vector<double> velocity = predictor_.velocity(state.x);
        settings_.keep(number, {predictor_.lattice(), velocity, state.forward, state.arrivals, residuals});
    }

    std::vector<LCurvePoint> l_curve_at(const Prediction& state) const
    {
        if (settings_.l_curve == 0 || schedule_.alpha() == 0.0) return {};
        return l_curve(linear_step(predictor_, state), predictor_.smooth(), schedule_.alpha(),
                       settings_.l_curve, settings_);
    }

    InversionResult result_of(Prediction state, FirstArrivals before) const
    {
        InversionResult result;
        result.lattice = predictor_.lattice();
        result.start = predictor_.velocity(predictor_.start());
        result.result = predictor_.velocity(state.x);
        result.iterations = iterations_;
        result.source_statics = predictor_.statics().of_sources(state.x);
        result.receiver_statics = predictor_.statics().of_receivers(state.x);
        result.l_curve = l_curve_at(state);
        result.coverage.assign(result.lattice.count(), 0.0);
        result.rays.assign(result.lattice.count(), 0);
        for (const Arrival& arrival : state.arrivals.arrivals)
            for (std::size_t e = 0; e < arrival.row.columns.size(); ++e) {
                const std::uint32_t node = arrival.row.columns[e];
                result.coverage[node] += double{arrival.row.values[e]} * result.result[node];
                ++result.rays[node];
            }
        result.forward = std::move(state.forward);
        result.before = std::move(before);
        result.after = std::move(state.arrivals);
        return result;
    }

    const InversionSettings& settings_;
    Predictor predictor_;
    SmoothingSchedule schedule_;
    std::vector<Iteration> iterations_;
};

/// Throws where a sensor lies among blanked nodes.
void expect_open(const SlownessModel& model, const char* kind, const std::vector<glm::dvec3>& sensors)
{
    for (std::size_t n = 0; n < sensors.size(); ++n)
        if (const glm::dvec3 at = sensors[n]; !(model.at(at) > 0.0))
            throw std::runtime_error(
                fmt::format("{} {} at {:g},{:g},{:g} is where no ray passes: all nodes around it are blanked",
                            kind, n + 1, at.x, at.y, at.z));
}

}  // namespace

double InversionResult::predicted(const Survey& survey, std::size_t datum) const
{
    const Datum& observed = survey.data[datum];
    double time = after.arrivals[datum].time;
    if (!source_statics.empty()) time += source_statics[observed.source];
    if (!receiver_statics.empty()) time += receiver_statics[observed.receiver];
    return time;
}

InversionResult invert(const SlownessModel& start, const Survey& survey, const InversionSettings& settings)
{
    expect_open(start, "source", survey.sources);
    expect_open(start, "receiver", survey.receivers);
    return GaussNewton{start, survey, settings}.run(start);
}

}  // namespace farfield::tomography

#include "compute_node/tomography/inversion/inversion.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/inversion/linear_step.h"
#include "compute_node/tomography/inversion/prediction.h"
#include "compute_node/tomography/inversion/sirt.h"
#include "compute_node/tomography/inversion/smoothing_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::tomography {

namespace {

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
            const double loss = state.fit.loss;
            if (is_set(settings_.eikonal.cancelled) || !step(state)) break;
            report(n, state);
            if (state.fit.loss > (1.0 - least_gain) * loss) break;
        }
        return result_of(std::move(state), std::move(before));
    }

private:
    /// Takes a step; false where no step lowers the misfit.
    bool step(Prediction& state)
    {
        const LinearStep linear = linear_step(predictor_, state);
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

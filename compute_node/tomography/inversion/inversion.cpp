#include "compute_node/tomography/inversion/inversion.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/inversion/model_lattice.h"
#include "compute_node/tomography/inversion/normal_equations.h"
#include "compute_node/tomography/inversion/sparse_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace farfield::tomography {

namespace {

constexpr double alpha_fall = 0.7, least_gain = 0.01;
constexpr int most_halvings = 5, bisections = 5;

double weight_of(Misfit misfit, double residual)
{
    constexpr double huber = 1.345, least = 1e-3;
    const double size = std::max(std::abs(residual), least);
    if (misfit == Misfit::Square || (misfit == Misfit::Huber && size <= huber)) return 1.0;
    return std::sqrt((misfit == Misfit::Huber ? huber : 1.0) / size);
}

/// A model with its predicted data.
struct State {
    Eigen::VectorXd x;
    SlownessModel forward;
    FirstArrivals arrivals;
    Iteration fit;
};

class GaussNewton {
public:
    GaussNewton(const SlownessModel& start, const Survey& survey, const InversionSettings& settings)
        : survey_{survey},
          settings_{settings},
          parameter_{settings.limits},
          lattice_{coarse_lattice(start.lattice, settings.model_step)},
          smooth_{second_differences(lattice_, settings.smoothing)}
    {
        x0_.resize(static_cast<Eigen::Index>(lattice_.count()));
        for (Eigen::Index n = 0; n < x0_.size(); ++n) {
            const double slowness = start.at(lattice_.position(lattice_.node(static_cast<std::size_t>(n))));
            x0_[n] = parameter_.of_log_slowness(slowness > 0.0 ? std::log(slowness) : mean_log(start));
        }
    }

    InversionResult run(const SlownessModel& start)
    {
        State state = predict(x0_, start);
        report(0, state.fit);
        FirstArrivals before = state.arrivals;
        for (Arrival& arrival : before.arrivals) arrival.row = {};
        for (int n = 1; n <= settings_.iterations && state.fit.chi2 > 1.0; ++n) {
            const double chi2 = state.fit.chi2;
            if (is_set(settings_.eikonal.cancelled) || !step(state)) break;
            report(n, state.fit);
            if (state.fit.chi2 > (1.0 - least_gain) * chi2) break;
        }
        return result_of(std::move(state), std::move(before));
    }

private:
    static double mean_log(const SlownessModel& model)
    {
        double sum = 0.0, count = 0.0;
        for (const float slowness : model.slowness)
            if (slowness > 0.0F) sum += std::log(double{slowness}), ++count;
        return sum / std::max(count, 1.0);
    }

    double sigma(std::size_t n) const
    {
        return settings_.sigma > 0.0 ? settings_.sigma : survey_.data[n].sigma;
    }

    State predict(const Eigen::VectorXd& x, const SlownessModel& like) const
    {
        State state{x, like, {}, {}};
        Eigen::VectorXd m(x.size());
        for (Eigen::Index n = 0; n < x.size(); ++n) m[n] = parameter_.log_slowness(x[n]);
        fill_slowness(lattice_, m, state.forward);
        state.arrivals =
            first_arrivals(state.forward, survey_, {settings_.rays, &lattice_, settings_.eikonal});
        double squares = 0.0, weighted = 0.0;
        std::size_t used = 0;
        for (std::size_t n = 0; n < survey_.data.size(); ++n) {
            const Arrival& arrival = state.arrivals.arrivals[n];
            if (arrival.ray.kind == RayKind::Lost) continue;
            const double residual = survey_.data[n].time - arrival.time;
            const double scaled = residual / sigma(n), weight = weight_of(settings_.misfit, scaled);
            squares += residual * residual, weighted += weight * weight * scaled * scaled, ++used;
        }
        const double count = static_cast<double>(std::max<std::size_t>(used, 1));
        state.fit = {weighted / count, std::sqrt(squares / count), 0.0, roughness(x),
                     survey_.data.size() - used};
        return state;
    }

    double roughness(const Eigen::VectorXd& x) const
    {
        const Eigen::VectorXf change = (x - x0_).cast<float>();
        return std::sqrt(double{(smooth_ * change).squaredNorm()});
    }

    /// One Gauss-Newton step; false where no step lowers the misfit.
    bool step(State& state)
    {
        std::vector<const SensitivityRow*> rows;
        std::vector<double> factors;
        Eigen::VectorXd rhs(static_cast<Eigen::Index>(survey_.data.size()));
        for (std::size_t n = 0; n < survey_.data.size(); ++n) {
            const Arrival& arrival = state.arrivals.arrivals[n];
            const bool is_used = arrival.ray.kind != RayKind::Lost;
            const double scaled = (survey_.data[n].time - arrival.time) / sigma(n);
            const double weight = is_used ? weight_of(settings_.misfit, scaled) : 0.0;
            rows.push_back(&arrival.row);
            factors.push_back(weight / sigma(n));
            rhs[static_cast<Eigen::Index>(n)] = is_used ? weight * scaled : 0.0;
        }
        SparseMatrix data = matrix_of(rows, factors, lattice_.count());
        scale_columns(data, state.x);
        const double used = static_cast<double>(survey_.data.size() - state.fit.left_out);
        const Eigen::VectorXd change = solve(data, std::move(rhs), state.x - x0_, used);
        return take_step(state, change);
    }

    void scale_columns(SparseMatrix& data, const Eigen::VectorXd& x) const
    {
        for (Eigen::Index e = 0; e < data.nonZeros(); ++e)
            data.valuePtr()[e] *= static_cast<float>(parameter_.slope(x[data.innerIndexPtr()[e]]));
    }

    /// Lowers alpha, but not further than to a linearised misfit of 1.
    Eigen::VectorXd solve(const SparseMatrix& data, Eigen::VectorXd rhs, const Eigen::VectorXd& offset,
                          double used)
    {
        DampedProblem problem{data, smooth_, std::move(rhs), offset, settings_.alpha, settings_.damping};
        if (settings_.alpha > 0.0) return take_alpha(problem, settings_.alpha);
        const double first = std::sqrt(sum_of_squares(data) / sum_of_squares(smooth_));
        const double before = alpha_ > 0.0 ? alpha_ : first / alpha_fall;
        const auto misfit = [&](const Eigen::VectorXd& x) {
            const Eigen::VectorXf image = data * x.cast<float>();
            return (problem.rhs - image.cast<double>()).squaredNorm() / used;
        };
        Eigen::VectorXd change = take_alpha(problem, before * alpha_fall);
        if (misfit(change) >= 1.0) return change;
        double low = std::log(alpha_), high = std::log(4.0 * before);
        for (int n = 0; n < bisections; ++n) {
            const double middle = 0.5 * (low + high);
            const Eigen::VectorXd trial = take_alpha(problem, std::exp(middle));
            if (misfit(trial) < 1.0)
                low = middle, change = trial;
            else
                high = middle;
        }
        alpha_ = std::exp(low);
        return change;
    }

    Eigen::VectorXd take_alpha(DampedProblem& problem, double alpha)
    {
        alpha_ = problem.alpha = alpha;
        return solve_damped(problem, settings_.eikonal.threads);
    }

    bool take_step(State& state, const Eigen::VectorXd& change) const
    {
        double part = 1.0;
        for (int n = 0; n <= most_halvings; ++n, part *= 0.5) {
            if (is_set(settings_.eikonal.cancelled)) return false;
            State next = predict(state.x + part * change, state.forward);
            if (!(next.fit.chi2 < state.fit.chi2)) continue;
            next.fit.alpha = alpha_;
            state = std::move(next);
            return true;
        }
        return false;
    }

    void report(int number, const Iteration& iteration)
    {
        iterations_.push_back(iteration);
        if (settings_.progress) settings_.progress(number, iteration);
    }

    InversionResult result_of(State state, FirstArrivals before) const
    {
        InversionResult result{lattice_,    std::move(state.forward), {}, {}, {}, {},
                               iterations_, std::move(before),        {}};
        result.coverage.assign(lattice_.count(), 0.0);
        result.rays.assign(lattice_.count(), 0);
        for (Eigen::Index n = 0; n < x0_.size(); ++n) {
            result.start.push_back(std::exp(-parameter_.log_slowness(x0_[n])));
            result.result.push_back(std::exp(-parameter_.log_slowness(state.x[n])));
        }
        for (const Arrival& arrival : state.arrivals.arrivals)
            for (std::size_t e = 0; e < arrival.row.columns.size(); ++e) {
                const std::uint32_t node = arrival.row.columns[e];
                result.coverage[node] += double{arrival.row.values[e]} * result.result[node];
                ++result.rays[node];
            }
        result.after = std::move(state.arrivals);
        return result;
    }

    const Survey& survey_;
    const InversionSettings& settings_;
    NodeParameter parameter_;
    Lattice lattice_;
    SparseMatrix smooth_;
    Eigen::VectorXd x0_;
    double alpha_ = 0.0;
    std::vector<Iteration> iterations_;
};

}  // namespace

InversionResult invert(const SlownessModel& start, const Survey& survey, const InversionSettings& settings)
{
    return GaussNewton{start, survey, settings}.run(start);
}

}  // namespace farfield::tomography

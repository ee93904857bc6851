#pragma once

#include "compute_node/tomography/arrivals/first_arrivals.h"
#include "compute_node/tomography/inversion/statics.h"
#include "compute_node/tomography/lattices/slowness_model.h"
#include "compute_node/tomography/surveys/survey.h"
#include "model/calls/tomography_params.h"

#include <Eigen/Core>
#include <glm/vec3.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace farfield::tomography {

/// Limits of a model's velocities, m/s.
struct VelocityLimits {
    double lowest = 0.0, highest = 0.0;
};

/// The parameter of a node: ln slowness, or where there are limits the logit of the velocity between them,
/// negated so that it grows with slowness too.
class NodeParameter {
public:
    explicit NodeParameter(std::optional<VelocityLimits> limits) : limits_{limits} {}

    [[nodiscard]] double of_log_slowness(double m) const
    {
        if (!limits_) return m;
        const double part = (std::exp(-m) - limits_->lowest) / (limits_->highest - limits_->lowest);
        constexpr double edge = 1e-3;  // a start on a limit could not move
        const double inner = part < edge ? edge : part > 1.0 - edge ? 1.0 - edge : part;
        return std::log((1.0 - inner) / inner);
    }
    [[nodiscard]] double log_slowness(double x) const { return limits_ ? -std::log(velocity(x)) : x; }
    /// The derivative of ln slowness by the parameter.
    [[nodiscard]] double slope(double x) const
    {
        if (!limits_) return 1.0;
        const double v = velocity(x);
        return (v - limits_->lowest) * (limits_->highest - v) / ((limits_->highest - limits_->lowest) * v);
    }

private:
    [[nodiscard]] double velocity(double x) const
    {
        return limits_->lowest + (limits_->highest - limits_->lowest) / (1.0 + std::exp(x));
    }

    std::optional<VelocityLimits> limits_;
};

using InversionMethod = model::TomographyMethod;
using Misfit = model::TomographyMisfit;

/// An iteration of an inversion; number 0 is the start.
struct Iteration {
    /// Mean of (residual / sigma)^2 over data that are used; for robust misfits, of the part of it that
    /// Huber's Proposal 2 counts (chi2_part()): outliers do not keep it above 1.
    double chi2 = 0.0;
    double rms = 0.0;          ///< root mean square of the residuals, s
    double alpha = 0.0;        ///< weight of the roughness; 0 for the start
    double roughness = 0.0;    ///< |L (m - m0)|
    std::size_t left_out = 0;  ///< data without a ray
    TaskFigures tasks = {};    ///< figures of the tracing
    double loss = 0.0;         ///< mean misfit, which each step lowers; chi2 without robust misfits
};

/// The model of an iteration and its predictions. Ownership: borrows, for the duration of a call.
struct KeptModel {
    const Lattice& lattice;                ///< of the model
    const std::vector<double>& velocity;   ///< [model nodes], m/s
    const SlownessModel& forward;          ///< the same model on the forward lattice
    const FirstArrivals& arrivals;         ///< [data]
    const std::vector<double>& residuals;  ///< [data], observed less predicted time, s
};

struct InversionSettings {
    int iterations = model::default_tomography_iterations;
    double sigma = 0.0;         ///< standard deviation of all data, s; 0: each datum's own
    double alpha = 0.0;         ///< fixed weight of the roughness; 0: by the discrepancy principle
    glm::dvec3 smoothing{1.0};  ///< weights of second differences along x, y and z
    double damping = 0.0;       ///< weight of each step's length
    int model_step = model::default_model_step;  ///< forward nodes from one model node to the next
    std::optional<VelocityLimits> limits;
    InversionMethod method = {};
    Misfit misfit = {};
    StaticTerms statics = {};
    RayMethod rays = {};
    EikonalSettings eikonal;
    ArrivalHelpers* helpers = nullptr;  ///< processes that trace beside this one; may be null
    int l_curve = 0;                    ///< number of weights of the roughness to try about the result
    std::function<void(int number, const Iteration&)> progress;  ///< may be empty
    /// Takes the model of each iteration; may be empty.
    std::function<void(int number, const KeptModel&)> keep;
};

/// Misfit and roughness that a weight of the roughness would give.
struct LCurvePoint {
    double alpha = 0.0, chi2 = 0.0, roughness = 0.0;
};

/// Length of rays through a node's cells, in model spacings, from which the node counts as resolved.
inline constexpr double resolved_spacings = 1.0;

struct InversionResult {
    Lattice lattice;                    ///< of the model
    SlownessModel forward;              ///< the result on the forward lattice
    std::vector<double> start;          ///< [model nodes], velocity of the start, m/s
    std::vector<double> result;         ///< [model nodes], m/s
    std::vector<double> coverage;       ///< [model nodes], metres of ray: sum of the rows over slowness
    std::vector<std::uint32_t> rays;    ///< [model nodes], number of rays that touch each
    std::vector<Iteration> iterations;  ///< iterations from number 0
    FirstArrivals before, after;        ///< arrivals of the start, without rows, and of the result
    std::vector<double> source_statics, receiver_statics;  ///< s; empty where they were not solved for
    std::vector<LCurvePoint> l_curve;

    [[nodiscard]] bool is_resolved(std::size_t node) const
    {
        return coverage[node] >= resolved_spacings * lattice.spacing;
    }
    /// The time of a datum along its ray and its sensors' delays, s.
    [[nodiscard]] double predicted(const Survey& survey, std::size_t datum) const;
};

/// Inverts travel times for ln slowness m on the model lattice by Gauss-Newton steps on |(t_obs - t(m)) /
/// sigma|^2 + alpha^2 |L (m - m0)|^2 + damping^2 |dm|^2, each solved by CGLS. alpha begins at the ratio of
/// both parts' traces and falls by 0.7 an iteration until chi^2 is 1 (SmoothingSchedule). Or by SIRT
/// (sirt_change()). Statics are solved for along with the nodes. A step that raises the misfit is halved, at
/// most five times, and so is one that leaves out 1 % of the data more. Ends at chi^2 <= 1, after
/// settings.iterations, or at a gain below 1 %. start: on the forward lattice; 0 where blanked. The same bits
/// for any number of threads and helpers. Throws as first_arrivals(), and std::runtime_error naming a sensor
/// among blanked nodes, or where no ray arrives.
[[nodiscard]] InversionResult invert(const SlownessModel& start, const Survey& survey,
                                     const InversionSettings& settings);

}  // namespace farfield::tomography

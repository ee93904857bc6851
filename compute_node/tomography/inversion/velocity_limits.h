#pragma once

#include <cmath>
#include <optional>

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

}  // namespace farfield::tomography

#pragma once

#include <cmath>

namespace farfield::compute {

/// An axis that ends where it begins, such as longitude around the globe.
struct PeriodicAxis {
    float lo = 0.0F;
    float period = 0.0F;  ///< 0: not periodic

    [[nodiscard]] bool is_periodic() const { return period > 0.0F; }
    /// The equivalent place in [lo, lo + period]. Rounding does not lead out of it.
    [[nodiscard]] float wrapped(float position) const
    {
        const float turned = position - period * std::floor((position - lo) / period);
        if (turned < lo) return lo;
        return turned > lo + period ? lo + period : turned;
    }
};

}  // namespace farfield::compute

#include "relay/dis/rotation_integrals.h"

#include <cmath>

namespace farfield::net::dis {

namespace {

/// From this angle on the closed forms lose less than two digits.
constexpr double least_closed_radians = 1.0;
/// With 10 terms the next one is below 1e-18 at 1 radian.
constexpr int series_terms = 10;

RotationIntegrals from_series(double radians) noexcept
{
    const double square = radians * radians;
    RotationIntegrals sums{.cosine = std::cos(radians),
                           .turned_0 = 0.0,
                           .turned_1 = 0.0,
                           .turned_2 = 0.0,
                           .growing_0 = 0.0,
                           .growing_1 = 0.0,
                           .growing_2 = 0.0};
    double power = 1.0;      // (-x^2)^n
    double factorial = 1.0;  // (2n + 1)!
    for (int n = 0; n < series_terms; ++n) {
        const double k = 2.0 * n;
        sums.turned_0 += power / factorial;
        sums.turned_1 += power / (factorial * (k + 2.0));
        sums.turned_2 += power / (factorial * (k + 2.0) * (k + 3.0));
        sums.growing_0 += power * (k + 1.0) / (factorial * (k + 2.0));
        sums.growing_1 += power / (factorial * (k + 3.0));
        sums.growing_2 += power / (factorial * (k + 2.0) * (k + 4.0));
        power *= -square;
        factorial *= (k + 2.0) * (k + 3.0);
    }
    return sums;
}

}  // namespace

RotationIntegrals rotation_integrals_of(double radians) noexcept
{
    if (radians < least_closed_radians) return from_series(radians);
    const double sine = std::sin(radians), cosine = std::cos(radians), square = radians * radians;
    return {.cosine = cosine,
            .turned_0 = sine / radians,
            .turned_1 = (1.0 - cosine) / square,
            .turned_2 = (radians - sine) / (square * radians),
            .growing_0 = (cosine + radians * sine - 1.0) / square,
            .growing_1 = (sine - radians * cosine) / (square * radians),
            .growing_2 = (square / 2.0 - cosine - radians * sine + 1.0) / (square * square)};
}

}  // namespace farfield::net::dis

#pragma once

#include <string>
#include <vector>

namespace farfield::model {

/// Evenly spaced values with few digits: multiples of 1, 2 or 5 times a power of ten.
struct Ticks {
    double step = 1.0;
    std::vector<double> values;       ///< rising, within [low, high]
    std::vector<std::string> labels;  ///< with the digits that the step needs; "2.5e-7" for long numbers
};

/// About `wanted` ticks (between half and twice as many) in [low, high]. If high <= low: one tick at low; if
/// one of them is not finite: none.
/// Source: Heckbert, "Nice numbers for graph labels", Graphics Gems, 1990, pp. 61-63.
[[nodiscard]] Ticks nice_ticks(double low, double high, int wanted);

}  // namespace farfield::model

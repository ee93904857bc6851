#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace farfield::compute {

/// Two values, between which most of a scalar's values lie; equal where it does not vary.
using ScalarMiddle = std::array<float, 2>;

/// Largest number of values that are looked at to find the middle.
inline constexpr std::size_t most_middle_values = 65'536;

/// The 2 % and 98 % quantiles of finite values: q is the value at position ceil(q n), from 1, of n in
/// ascending order. Zeros without values.
[[nodiscard]] ScalarMiddle middle_of(std::vector<float> values);

/// The middle of value(n) for n from 0 to `count` - 1. Of too many, one in each run of equal length is looked
/// at, at a place in the run that follows the golden ratio: at equal distances all might lie in a few layers
/// of a grid.
[[nodiscard]] ScalarMiddle middle_of(std::size_t count, const auto& value)
{
    constexpr double golden_ratio = 0.618'033'988'749'894'8;
    const std::size_t runs = std::min(count, most_middle_values);
    const double length = static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(runs, 1));
    std::vector<float> values;
    values.reserve(runs);
    for (std::size_t run = 0; run < runs; ++run) {
        const auto begun = static_cast<double>(run);
        const double place = begun * golden_ratio - std::floor(begun * golden_ratio);
        const auto n = static_cast<std::size_t>((begun + (runs < count ? place : 0.0)) * length);
        if (const float v = value(std::min(n, count - 1)); std::isfinite(v)) values.push_back(v);
    }
    return middle_of(std::move(values));
}

}  // namespace farfield::compute

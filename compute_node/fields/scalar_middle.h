#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace farfield::compute {

/// Two values, between which most of a scalar's values lie; equal where it does not vary.
using ScalarMiddle = std::array<float, 2>;

/// Values that are looked at to find it, at most.
inline constexpr std::size_t most_middle_values = 65'536;

/// The 2 % and 98 % quantiles of finite values: q is the value at position ceil(q n), from 1, of n in
/// ascending order. Zeros where there is none.
[[nodiscard]] ScalarMiddle middle_of(std::vector<float> values);

/// Of values 0 to `count` - 1 that value(n) gives: of every n-th, where there are too many to look at.
[[nodiscard]] ScalarMiddle middle_of(std::size_t count, const auto& value)
{
    const std::size_t every = (count + most_middle_values - 1) / most_middle_values;
    std::vector<float> values;
    for (std::size_t n = 0; n < count; n += every)
        if (const float v = value(n); std::isfinite(v)) values.push_back(v);
    return middle_of(std::move(values));
}

}  // namespace farfield::compute

#pragma once

#include "model/rakes/random_numbers.h"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace farfield::tomography {

/// Normally distributed number n of a sequence, mean 0, standard deviation 1 (Box, Muller, Ann. Math. Stat.
/// 29 (1958)): sqrt(-2 ln(1 - R(2n))) cos 2 pi R(2n + 1), begun with `seed`.
[[nodiscard]] inline double gaussian_noise(std::uint64_t seed, std::uint64_t n)
{
    return std::sqrt(-2.0 * std::log(1.0 - model::random_share(seed, 2 * n))) *
           std::cos(2.0 * std::numbers::pi * model::random_share(seed, 2 * n + 1));
}

}  // namespace farfield::tomography

#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace farfield::compute {

/// The product of lengths in a file, or the largest number of the type where that is less; 1 for none.
[[nodiscard]] inline std::uint64_t length_product(std::span<const std::uint64_t> lengths)
{
    std::uint64_t product = 1;
    bool is_too_large = false;
    for (const std::uint64_t length : lengths) {
        if (length == 0) return 0;
        is_too_large = __builtin_mul_overflow(product, length, &product) || is_too_large;
    }
    return is_too_large ? std::numeric_limits<std::uint64_t>::max() : product;
}

}  // namespace farfield::compute

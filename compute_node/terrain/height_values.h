#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace farfield::compute {

/// How the numbers of a raster become heights in metres.
struct HeightRule {
    double scale = 1.0;  ///< metres = number * scale + offset
    double offset = 0.0;
    std::optional<double> nodata;
    /// -32768, -32767, 32767 and 32768 are no heights either: what is left of the voids of 16-bit files when
    /// programs declare another no-data value or none.
    bool spikes_are_voids = false;
};

/// No height is as large, in any unit; fill values near the largest float are, which text has rounded.
constexpr double max_height_number = 1e30;

inline bool is_spike(double number)
{
    const double size = std::abs(number);
    return size == 32768.0 || size == 32767.0;
}

/// numbers: as the raster has them; float serves types of up to 16 bits and floats, double the others.
/// heights: as many, NaN for what is none; may be the numbers' own memory. Returns how many spikes were void.
template <class Number>
std::uint64_t to_metres(const HeightRule& rule, std::span<const Number> numbers, std::span<float> heights)
{
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    // What is declared in text or binary64 has been rounded to what a raster of floats can hold.
    const bool holds =
        rule.nodata && std::abs(*rule.nodata) <= static_cast<double>(std::numeric_limits<Number>::max());
    const Number nodata =
        holds ? static_cast<Number>(*rule.nodata) : std::numeric_limits<Number>::quiet_NaN();
    std::uint64_t spikes = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Number number = numbers[i];
        const bool spike = rule.spikes_are_voids && number != nodata && is_spike(number);
        const double height = number * rule.scale + rule.offset;
        const bool valid = number != nodata && !spike && std::abs(number) < Number(max_height_number) &&
                           std::abs(height) < max_height_number;
        heights[i] = valid ? static_cast<float>(height) : none;
        spikes += spike ? 1 : 0;
    }
    return spikes;
}

}  // namespace farfield::compute

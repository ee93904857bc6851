#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace farfield::terrain {

/// Largest height in metres, before exaggeration. More than the radius of the Earth: on other planets heights
/// are given from the middle, and numbers of millimetres come without a unit.
constexpr double max_height_metres = 1e7;

/// Limits of heights that are only assumed to be in metres: from below the deepest trench (10,935 m down) to
/// above the highest mountain known, Olympus Mons on Mars (21,241 m).
constexpr double lowest_plausible_metres = -12'000.0;
constexpr double highest_plausible_metres = 22'000.0;

/// Rule by which the numbers of a raster become heights in metres.
struct HeightRule {
    double scale = 1.0;  ///< metres = number * scale + offset
    double offset = 0.0;
    double most_metres = max_height_metres;  ///< values beyond it, up or down, are no heights
    std::optional<double> nodata;
    /// -32768, -32767, 32767 and 32768 are no heights either: they remain of the voids of 16-bit files when
    /// programs declare another no-data value or none.
    bool spikes_are_voids = false;
};

/// Bound of heights in any unit; fill values near the largest float exceed it, even rounded by text.
constexpr double max_height_number = 1e30;

/// Counts of numbers that are taken for no heights though neither file nor user says so.
struct NoHeights {
    std::uint64_t spikes = 0;
    std::uint64_t beyond = 0;  ///< numbers beyond HeightRule::most_metres
};

inline bool is_spike(double number)
{
    const double size = std::abs(number);
    return size == 32768.0 || size == 32767.0;
}

/// True when all numbers are heights in metres as they stand; false where each has to be examined.
template <class Number>
bool are_heights(const HeightRule& rule, Number nodata, std::span<const Number> numbers)
{
    if (rule.scale != 1.0 || rule.offset != 0.0) return false;
    constexpr double below_spikes = 32766.0;
    const double plain = rule.spikes_are_voids ? below_spikes : max_height_number / 2;
    const double limit = std::min(plain, rule.most_metres);
    auto most = static_cast<Number>(limit);
    if (static_cast<double>(most) > limit) most = std::nextafter(most, Number{0});
    unsigned others = 0;
    for (const Number number : numbers)
        others |=
            static_cast<unsigned>(!(std::abs(number) <= most)) | static_cast<unsigned>(number == nodata);
    return others == 0;
}

/// The same as to_metres(), number by number.
template <class Number>
NoHeights each_to_metres(const HeightRule& rule, Number nodata, std::span<const Number> numbers,
                         std::span<float> heights)
{
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    NoHeights none_of;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Number number = numbers[i];
        const bool spike = rule.spikes_are_voids && number != nodata && is_spike(number);
        const double height = number * rule.scale + rule.offset;
        const bool is_number = number != nodata && !spike && std::abs(number) < Number(max_height_number);
        const bool valid = is_number && std::abs(height) <= rule.most_metres;
        heights[i] = valid ? static_cast<float>(height) : none;
        none_of.spikes += spike ? 1 : 0;
        none_of.beyond += is_number && !valid ? 1 : 0;
    }
    return none_of;
}

/// Turns numbers into heights. numbers: the raster's own; float serves types of up to 16 bits and floats,
/// double the others. heights: as many, NaN where there is none; may be the numbers' own memory.
template <class Number>
NoHeights to_metres(const HeightRule& rule, std::span<const Number> numbers, std::span<float> heights)
{
    // A value declared in text or binary64 was rounded to a raster's binary32.
    const bool holds =
        rule.nodata && std::abs(*rule.nodata) <= static_cast<double>(std::numeric_limits<Number>::max());
    const Number nodata =
        holds ? static_cast<Number>(*rule.nodata) : std::numeric_limits<Number>::quiet_NaN();
    constexpr std::size_t together = 4096;
    NoHeights none_of;
    for (std::size_t first = 0; first < numbers.size(); first += together) {
        const auto from = numbers.subspan(first, std::min(together, numbers.size() - first));
        const auto to = heights.subspan(first, from.size());
        if (are_heights(rule, nodata, from)) {
            // Adding 0 leaves no -0, as below.
            std::ranges::transform(from, to.begin(),
                                   [](Number n) { return static_cast<float>(n + Number{0}); });
            continue;
        }
        const NoHeights found = each_to_metres(rule, nodata, from, to);
        none_of.spikes += found.spikes;
        none_of.beyond += found.beyond;
    }
    return none_of;
}

}  // namespace farfield::terrain

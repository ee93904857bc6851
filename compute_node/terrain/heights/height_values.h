#pragma once

#include <algorithm>
#include <array>
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
    bool may_have_fills = false;  ///< nothing is declared: numbers of likely_fills are counted
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
    std::uint64_t huge = 0;    ///< numbers of max_height_number and more
    std::uint64_t fills = 0;   ///< numbers of likely_fills that were taken as heights
};

inline bool is_spike(double number)
{
    const double size = std::abs(number);
    return size == 32768.0 || size == 32767.0;
}

/// Numbers that programs write where there is no height, and may leave undeclared.
constexpr std::array likely_fills{-9999.0, -32768.0, -99999.0};

/// Counts by which a likely fill value is told from a height.
class FillCounts {
public:
    explicit FillCounts(bool spikes_are_voids) : leaves_out_spikes_{spikes_are_voids} {}

    void add(std::span<const double> numbers)
    {
        for (const double number : numbers) {
            if (leaves_out_spikes_ && is_spike(number)) continue;
            const auto* fill = std::ranges::find(likely_fills, number);
            if (fill != likely_fills.end())
                ++counts_[static_cast<std::size_t>(fill - likely_fills.begin())];
            else if (std::abs(number) < max_height_number)
                least_ = std::min(least_, number), most_ = std::max(most_, number);
        }
    }
    /// The most frequent of likely_fills, where at least 4 posts have it and it is below all other numbers,
    /// by 100 and by a tenth of their range: no ground and no sea has such a step and nothing in it.
    [[nodiscard]] std::optional<double> fill() const
    {
        constexpr std::uint64_t several = 4;
        constexpr double least_step = 100.0, part_of_range = 0.1;
        const auto* const most_frequent = std::ranges::max_element(counts_);
        const double fill = likely_fills[static_cast<std::size_t>(most_frequent - counts_.begin())];
        const bool is_alone = least_ > most_;
        const bool is_far =
            is_alone || least_ - fill >= std::max(least_step, part_of_range * (most_ - least_));
        return *most_frequent >= several && is_far ? std::optional{fill} : std::nullopt;
    }

private:
    bool leaves_out_spikes_;
    std::array<std::uint64_t, likely_fills.size()> counts_{};
    double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
};

/// True when all numbers are heights in metres as they stand; false where each has to be examined.
template <class Number>
bool are_heights(const HeightRule& rule, Number nodata, std::span<const Number> numbers)
{
    if (rule.scale != 1.0 || rule.offset != 0.0) return false;
    constexpr double below_spikes = 32766.0;
    const double plain = rule.spikes_are_voids ? below_spikes : max_height_number / 2;
    const double limit = std::min(plain, rule.most_metres);
    const Number least = rule.may_have_fills ? Number{-9998} : std::numeric_limits<Number>::lowest();
    auto most = static_cast<Number>(limit);
    if (static_cast<double>(most) > limit) most = std::nextafter(most, Number{0});
    unsigned others = 0;
    for (const Number number : numbers)
        others |= static_cast<unsigned>(!(std::abs(number) <= most)) |
                  static_cast<unsigned>(number == nodata) | static_cast<unsigned>(number < least);
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
        none_of.huge += number != nodata && std::isfinite(number) && !is_number && !spike ? 1 : 0;
        if (rule.may_have_fills && valid)
            none_of.fills +=
                std::ranges::find(likely_fills, static_cast<double>(number)) != likely_fills.end();
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
        none_of.huge += found.huge;
        none_of.fills += found.fills;
    }
    return none_of;
}

}  // namespace farfield::terrain

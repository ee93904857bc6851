#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace farfield::app {

/// How large a view of terrain may be so that new ones come as often as is wanted, whatever node and link
/// are. Pure arithmetic: the clock is the caller's.
class ViewPace {
public:
    /// A view of so many pixels was here so long after it had been asked for.
    void took(double seconds, std::uint64_t pixels);
    /// Columns and rows of the next view of a picture of this size, of the same shape and never larger.
    [[nodiscard]] std::array<std::uint32_t, 2> size_for(std::array<std::uint32_t, 2> picture,
                                                        double views_per_second) const;
    /// Of the last few, how many could have come in a second.
    [[nodiscard]] std::optional<double> views_per_second() const;

private:
    std::optional<double> seconds_, seconds_per_pixel_;
};

}  // namespace farfield::app

#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace farfield::app {

/// Size of terrain views for a wanted rate of new views, from the measured times of node and link.
/// Pure arithmetic: the clock is the caller's.
class ViewPace {
public:
    /// Notes that a view of so many pixels arrived this long after its request.
    void took(double seconds, std::uint64_t pixels);
    /// Columns and rows of the next view for a picture of this size: same shape, never larger.
    [[nodiscard]] std::array<std::uint32_t, 2> size_for(std::array<std::uint32_t, 2> picture,
                                                        double views_per_second) const;
    /// Rate at which the last few views could have followed each other; nullopt before the first.
    [[nodiscard]] std::optional<double> views_per_second() const;

private:
    std::optional<double> seconds_, seconds_per_pixel_;
};

}  // namespace farfield::app
